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
static const uint8_t *turn_rows(const Problem *p, const uint8_t *rows, size_t count, uint8_t *turned) {
    for (size_t row = 0; row < count; row++)
        for (int place = 0; place < p->numbers_count; place++)
            memcpy(turned + row * p->faces + (size_t)place * p->colours, rows + row * p->faces + (size_t)turned_number(p, place) * p->colours,
                   (size_t)p->colours);
    return turned;
}

void turn_problem(const Problem *p, Turned *t) {
    size_t rows = (size_t)p->cases, size = rows * p->faces;
    t->bytes = allot_bytes(5 * size + 1);
    t->problem = *p;
    for (int place = 0; place < p->numbers_count; place++) t->numbers[place] = p->numbers[turned_number(p, place)];
    t->problem.numbers = t->numbers;
    t->problem.must = turn_rows(p, p->must, rows, t->bytes);
    t->problem.may = turn_rows(p, p->may, rows, t->bytes + size);
    t->problem.bound = turn_rows(p, p->bound, rows, t->bytes + 2 * size);
    t->problem.played = turn_rows(p, p->played, rows, t->bytes + 3 * size);
    t->problem.roles = turn_rows(p, p->roles, rows, t->bytes + 4 * size);
    t->problem.within = NULL;
}

/* Whether reading downwards is likely so much quicker that it pays to read upwards once more to lay plays: there are jokers and many
 * tiles, so that much can be done, and what lies on the table lies low. */
static int is_table_low(const Problem *p) {
    int tiles = 0, low = 0;
    for (int face = 0; face < p->faces && p->cases; face++) {
        int count = p->must[face] + p->bound[face];
        tiles += count;
        low += (p->numbers_count - 1 - 2 * (face / p->colours)) * count;
    }
    return p->cases && jokers_of(p, 0) && tiles >= MANY_TILES && low > LOW;
}

/* Whether words of two problems are laid out alike. */
int have_same_words(const Problem *one, const Problem *other) {
    Shape shapes[2][MOST_CELLS + 1] = {{{0}}};
    shape_languages(one, NULL, shapes[0]);
    shape_languages(other, NULL, shapes[1]);
    return !memcmp(shapes[0], shapes[1], sizeof shapes[0]);
}

/* --- words that were read the other way round ------------------------------------------------------------------------ */

/* How far apart the bits of words are that differ by one letter of a cell. */
static uint32_t step_of(const Shape *shapes, int cell) { return shapes[cell].narrow ? shapes[cell + 1].bits : shapes[cell + 1].words * WORD; }

/* Where each bit lies in another layout: so far on for its 64, and so far on within that. */
typedef struct {
    uint32_t *of_words, of_bits[WORD];
} Places;

static void find_places(const Languages *l, const Shape *shapes, Places *places) {
    const Problem *p = l->problem;
    uint32_t words = 1, bits = 1;
    places->of_words = allot_bytes(l->shapes[0].words * sizeof(uint32_t));
    places->of_words[0] = places->of_bits[0] = 0;
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        uint32_t step = step_of(shapes, turned_cell(p, cell)), *known = l->shapes[cell].narrow ? places->of_bits : places->of_words;
        uint32_t *count = l->shapes[cell].narrow ? &bits : &words, before = *count;
        for (int letter = 1; letter < l->shapes[cell].letters; letter++)
            for (uint32_t at = 0; at < before; at++) known[(*count)++] = known[at] + (uint32_t)letter * step;
    }
}

static uint64_t *turn_words(const uint64_t *language, uint32_t words, const Places *places, uint32_t words_turned) {
    uint64_t *turned = allot(words_turned, sizeof *turned);
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t left = language[word]; left; left &= left - 1) {
            uint32_t bit = places->of_words[word] + places->of_bits[__builtin_ctzll(left)];
            turned[bit / WORD] |= (uint64_t)1 << bit % WORD;
        }
    return turned;
}

/* Lays words out as those of the problem with the numbers in the other order. */
static void turn_languages(Languages *l, const Problem *turned) {
    Shape shapes[MOST_CELLS + 1] = {{0}};
    uint32_t words = l->shapes[0].words;
    Places places;
    shape_languages(turned, NULL, shapes);
    if (l->listed) {
        find_places(l, shapes, &places);
        for (int root = 0; root < l->problem->cases * MOST_JOKERS; root++) {
            if (!l->roots[root]) continue;
            uint64_t *laid_out = turn_words(l->roots[root], words, &places, shapes[0].words);
            give_back(l->roots[root]);
            l->roots[root] = laid_out;
        }
        give_back(places.of_words);
    }
    memcpy(l->shapes, shapes, sizeof shapes);
    l->problem = turned;
    find_most_used(l);
}

/* --- counting -------------------------------------------------------------------------------------------------------- */

/* The most tiles that somebody may lay. */
static int hand_of(const Problem *p) {
    int most = 0;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        int tiles = p->hand_jokers[case_index] + p->played_jokers[case_index];
        for (int face = 0; face < p->faces; face++)
            tiles += p->may[(size_t)case_index * p->faces + face] + p->played[(size_t)case_index * p->faces + face];
        if (most < tiles) most = tiles;
    }
    return most;
}

/* Counts the words in so many steps, and notes what was spent; NULL past that. */
static Languages *count_with(Kernel *kernel, Automaton *a, int64_t steps) {
    Languages *found = find_languages(a, steps);
    kernel->spent += a->steps;
    a->steps = 0;
    return found;
}

static Languages *count_upwards(Kernel *kernel, const Problem *p, int64_t steps) {
    if (p == &kernel->problem) {
        Languages *found = count_with(kernel, automaton_of(kernel), steps); /* which is kept, since plays are laid with it */
        if (!found) forget_automaton(kernel);
        return found;
    }
    Automaton a;
    open_for_words(&a, p);
    Languages *found = count_with(kernel, &a, steps);
    automaton_close(&a);
    return found;
}

static Languages *count_downwards(Kernel *kernel, const Problem *p, int64_t steps) {
    Languages *found = NULL, *within = NULL;
    Turned turned;
    turn_problem(p, &turned);
    if (p->within) {
        turn_languages(within = copy_words(p->within), &turned.problem); /* whose words are laid out as theirs */
        within->problem = p->within->problem;
        turned.problem.within = within;
    }
    if (are_words_few(p) == are_words_few(&turned.problem)) found = count_upwards(kernel, &turned.problem, steps);
    if (found) turn_languages(found, p);
    drop_languages(within);
    give_back(turned.bytes);
    return found;
}

/* Counts words in so many steps each way: first the way that is likely quicker. */
static Languages *count_either_way(Kernel *kernel, const Problem *p, int64_t steps) {
    int downwards = is_table_low(p);
    Languages *found = (downwards ? count_downwards : count_upwards)(kernel, p, steps);
    return found ? found : (downwards ? count_upwards : count_downwards)(kernel, p, steps);
}

/* What takes long one way may be soon done the other, if each word has a bit. */
static Languages *count_problem(Kernel *kernel, const Problem *p, int64_t steps) {
    int64_t share = steps / SHARE_TO_ASK;
    if (!are_words_few(p)) return (is_table_low(p) ? count_downwards : count_upwards)(kernel, p, steps);
    Languages *found = count_either_way(kernel, p, share);
    return found ? found : count_either_way(kernel, p, steps / 2 - share);
}

/* The words of a kernel's problem, and how many there are: NULL past the bound on work. */
Languages *count_words_of(Kernel *kernel, int64_t steps) {
    Problem *p = &kernel->problem;
    if (hand_of(p) > LARGE_HAND) steps = kernel->steps / SHARE_FOR_LARGE_HANDS;
    if (kernel->outer.cases && are_words_few(p) && are_words_few(&kernel->outer)) {
        int64_t before = kernel->spent;
        if (!kernel->within) kernel->within = count_problem(kernel, &kernel->outer, steps);
        steps -= kernel->spent - before;
        if (kernel->within && have_same_words(p, &kernel->outer)) p->within = kernel->within;
    }
    return count_problem(kernel, p, steps);
}
