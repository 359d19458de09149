/* Which way the numbers are read to count words: upwards or downwards.
 *
 * Either way there are the same words, but not the same states. Where most tiles of the table lie in low numbers, reading downwards
 * looks into a third fewer of them, or half: what is likely to be hard comes last then, when few letters are left to tell words apart.
 * An ace that may be high lies at both ends, so it is read first either way.
 */
#include <string.h>

#include "reading_order.h"
#include "language.h"

/* From when on a table has many tiles, and lies low. */
enum { MANY_TILES = 40, LOW = 16 };

/* Plays are asked for both ways in such a share of the steps, and then in half of the rest each; nearly always the first is enough. Those
 * of a very large hand are likely too many, so less is tried. */
enum { LARGE_HAND = 20, SHARE_TO_ASK = 64, SHARE_FOR_LARGE_HANDS = 3 };

/* Copies the rows of a table of faces with the numbers in the other order. */
static const uint8_t *reverse_rows(const Problem *p, const uint8_t *rows, size_t count, uint8_t *reversed) {
    for (size_t row = 0; row < count; row++)
        for (int place = 0; place < p->numbers_count; place++)
            memcpy(reversed + row * p->faces + (size_t)place * p->colours,
                   rows + row * p->faces + (size_t)reversed_number(p, place) * p->colours, (size_t)p->colours);
    return reversed;
}

void reverse_problem(const Problem *p, ReversedProblem *t) {
    size_t rows = (size_t)p->scenarios, size = rows * p->faces;
    t->bytes = allocate(5 * size + 1);
    t->problem = *p;
    for (int place = 0; place < p->numbers_count; place++) t->numbers[place] = p->numbers[reversed_number(p, place)];
    t->problem.numbers = t->numbers;
    t->problem.required = reverse_rows(p, p->required, rows, t->bytes);
    t->problem.optional = reverse_rows(p, p->optional, rows, t->bytes + size);
    t->problem.bound = reverse_rows(p, p->bound, rows, t->bytes + 2 * size);
    t->problem.played = reverse_rows(p, p->played, rows, t->bytes + 3 * size);
    t->problem.roles = reverse_rows(p, p->roles, rows, t->bytes + 4 * size);
    t->problem.superset = NULL;
}

/* Whether reading downwards is likely so much quicker that it pays to read upwards once more to lay plays: there are jokers and many
 * tiles, so that much can be done, and what lies on the table lies low. */
static int is_table_low(const Problem *p) {
    int tiles = 0, low = 0;
    for (int face = 0; face < p->faces && p->scenarios; face++) {
        int count = p->required[face] + p->bound[face];
        tiles += count;
        low += (p->numbers_count - 1 - 2 * (face / p->colours)) * count;
    }
    return p->scenarios && jokers_of(p, 0) && tiles >= MANY_TILES && low > LOW;
}

/* Whether words of two problems are laid out alike. */
int have_same_layout(const Problem *one, const Problem *other) {
    Layout layouts[2][MAX_CELLS + 1] = {{{0}}};
    layout_words(one, NULL, layouts[0]);
    layout_words(other, NULL, layouts[1]);
    return !memcmp(layouts[0], layouts[1], sizeof layouts[0]);
}

/* --- words that were read the other way round ------------------------------------------------------------------------ */

/* How far apart the bits of words are that differ by one letter of a cell. */
static uint32_t step_of(const Layout *layouts, int cell) {
    return layouts[cell].narrow ? layouts[cell + 1].bits : layouts[cell + 1].limbs * LIMB_BITS;
}

/* Where each bit lies in another layout: so far on for its 64, and so far on within that. */
typedef struct {
    uint32_t *of_words, of_bits[LIMB_BITS];
} Places;

static void find_places(const LanguageSearch *l, const Layout *layouts, Places *places) {
    const Problem *p = l->problem;
    uint32_t words = 1, bits = 1;
    places->of_words = allocate(l->layouts[0].limbs * sizeof(uint32_t));
    places->of_words[0] = places->of_bits[0] = 0;
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        uint32_t step = step_of(layouts, reversed_cell(p, cell)),
                 *known = l->layouts[cell].narrow ? places->of_bits : places->of_words;
        uint32_t *count = l->layouts[cell].narrow ? &bits : &words, before = *count;
        for (int letter = 1; letter < l->layouts[cell].letters; letter++)
            for (uint32_t at = 0; at < before; at++) known[(*count)++] = known[at] + (uint32_t)letter * step;
    }
}

static uint64_t *reverse_words(const uint64_t *language, uint32_t words, const Places *places, uint32_t reversed_limbs) {
    uint64_t *reversed = allocate_zeroed(reversed_limbs, sizeof *reversed);
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t left = language[word]; left; left &= left - 1) {
            uint32_t bit = places->of_words[word] + places->of_bits[__builtin_ctzll(left)];
            reversed[bit / LIMB_BITS] |= (uint64_t)1 << bit % LIMB_BITS;
        }
    return reversed;
}

/* Lays words out as those of the problem with the numbers in the other order. */
static void reverse_layout(LanguageSearch *l, const Problem *reversed) {
    Layout layouts[MAX_CELLS + 1] = {{0}};
    uint32_t words = l->layouts[0].limbs;
    Places places;
    layout_words(reversed, NULL, layouts);
    if (l->listed) {
        find_places(l, layouts, &places);
        for (int root = 0; root < l->problem->scenarios * MAX_JOKERS; root++) {
            if (!l->roots[root]) continue;
            uint64_t *laid_out = reverse_words(l->roots[root], words, &places, layouts[0].limbs);
            release(l->roots[root]);
            l->roots[root] = laid_out;
        }
        release(places.of_words);
    }
    memcpy(l->layouts, layouts, sizeof layouts);
    l->problem = reversed;
    find_max_tiles(l);
}

/* --- counting -------------------------------------------------------------------------------------------------------- */

/* The most tiles that somebody may lay. */
static int hand_of(const Problem *p) {
    int most = 0;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        int tiles = p->hand_jokers[scenario] + p->played_jokers[scenario];
        for (int face = 0; face < p->faces; face++)
            tiles += p->optional[(size_t)scenario * p->faces + face] + p->played[(size_t)scenario * p->faces + face];
        if (most < tiles) most = tiles;
    }
    return most;
}

/* Counts the words in so many steps, and notes what was spent; NULL past that. */
static LanguageSearch *count_with(Engine *engine, Automaton *a, int64_t steps) {
    LanguageSearch *found = count_language(a, steps);
    engine->spent += a->steps;
    a->steps = 0;
    return found;
}

static LanguageSearch *count_ascending(Engine *engine, const Problem *p, int64_t steps) {
    if (p == &engine->problem) {
        LanguageSearch *found = count_with(engine, word_automaton(engine), steps); /* which is kept, since plays are laid with it */
        if (!found) release_word_automaton(engine);
        return found;
    }
    Automaton a;
    automaton_open_for_words(&a, p);
    LanguageSearch *found = count_with(engine, &a, steps);
    automaton_close(&a);
    return found;
}

static LanguageSearch *count_descending(Engine *engine, const Problem *p, int64_t steps) {
    LanguageSearch *found = NULL, *superset = NULL;
    ReversedProblem reversed;
    reverse_problem(p, &reversed);
    if (p->superset) {
        reverse_layout(superset = copy_words(p->superset), &reversed.problem); /* whose words are laid out as theirs */
        superset->problem = p->superset->problem;
        reversed.problem.superset = superset;
    }
    if (are_words_few(p) == are_words_few(&reversed.problem)) found = count_ascending(engine, &reversed.problem, steps);
    if (found) reverse_layout(found, p);
    language_search_release(superset);
    release(reversed.bytes);
    return found;
}

/* Counts words in so many steps each way: first the way that is likely quicker. */
static LanguageSearch *count_either_way(Engine *engine, const Problem *p, int64_t steps) {
    int descending = is_table_low(p);
    LanguageSearch *found = (descending ? count_descending : count_ascending)(engine, p, steps);
    return found ? found : (descending ? count_ascending : count_descending)(engine, p, steps);
}

/* What takes long one way may be soon done the other, if each word has a bit. */
static LanguageSearch *count_problem(Engine *engine, const Problem *p, int64_t steps) {
    int64_t share = steps / SHARE_TO_ASK;
    if (!are_words_few(p)) return (is_table_low(p) ? count_descending : count_ascending)(engine, p, steps);
    LanguageSearch *found = count_either_way(engine, p, share);
    return found ? found : count_either_way(engine, p, steps / 2 - share);
}

/* The words of a kernel's problem, and how many there are: NULL past the bound on work. */
LanguageSearch *count_words(Engine *engine, int64_t steps) {
    Problem *p = &engine->problem;
    if (hand_of(p) > LARGE_HAND) steps = engine->steps / SHARE_FOR_LARGE_HANDS;
    if (engine->relaxed.scenarios && are_words_few(p) && are_words_few(&engine->relaxed)) {
        int64_t before = engine->spent;
        if (!engine->superset) engine->superset = count_problem(engine, &engine->relaxed, steps);
        steps -= engine->spent - before;
        if (engine->superset && have_same_layout(p, &engine->relaxed)) p->superset = engine->superset;
    }
    return count_problem(engine, p, steps);
}
