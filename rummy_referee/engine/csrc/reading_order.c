/* Variable ordering: counting words with the numbers in ascending or descending order.
 *
 * The words are the same in both orders, the states are not. If most tiles of the table have low numbers, descending order
 * visits a third to a half fewer states: what is likely to fail is read last, when few letters are left that distinguish
 * words. Languages that were found in descending order are converted to the layout of ascending order. An ace that may be high
 * belongs to both ends, so it is read first in both orders.
 *
 * Example: the numbers 1, 2, 3 are read as 3, 2, 1, or as 1, 3, 2 if the ace may be high. If 1 and 2 have one hand tile each,
 * the word "the 1 only" is bit 2 in ascending order (1 is the more significant letter), and bit 1 in descending order.
 */
#include <string.h>

#include "reading_order.h"
#include "language.h"

enum { MANY_TILES = 40, LOW_TILES = 16 }; /* thresholds of is_table_low */

/* Counting first gets 1/FIRST_PART of the steps in each order, which is nearly always enough; then half of the steps, less
 * that, in each order. The words of a hand above LARGE_HAND are probably too many to count, so it gets 1/LARGE_HAND_PART of
 * the steps. */
enum { LARGE_HAND = 20, FIRST_PART = 64, LARGE_HAND_PART = 3 };

/* --- reversed problems ------------------------------------------------------------------------------------------------ */

/* Copies tables by face with the numbers in reverse order. */
static const uint8_t *reverse_rows(const Problem *p, const uint8_t *rows, size_t count, uint8_t *reversed) {
    for (size_t row = 0; row < count; row++)
        for (int number = 0; number < p->numbers_count; number++)
            memcpy(reversed + row * p->faces + (size_t)number * p->colours,
                   rows + row * p->faces + (size_t)reversed_number(p, number) * p->colours, (size_t)p->colours);
    return reversed;
}

void reverse_problem(const Problem *p, ReversedProblem *reversed) {
    size_t rows = (size_t)p->scenarios, size = rows * p->faces;
    uint8_t *bytes = reversed->bytes = allocate(5 * size + 1);
    reversed->problem = *p;
    for (int number = 0; number < p->numbers_count; number++) reversed->values[number] = p->values[reversed_number(p, number)];
    reversed->problem.values = reversed->values;
    reversed->problem.required = reverse_rows(p, p->required, rows, bytes);
    reversed->problem.optional = reverse_rows(p, p->optional, rows, bytes + size);
    reversed->problem.bound = reverse_rows(p, p->bound, rows, bytes + 2 * size);
    reversed->problem.played = reverse_rows(p, p->played, rows, bytes + 3 * size);
    reversed->problem.roles = reverse_rows(p, p->roles, rows, bytes + 4 * size);
    reversed->problem.superset = NULL;
}

/* Whether descending order is probably so much faster that it pays off, although reconstruction needs ascending order again:
 * there are jokers and many tiles, and the tiles of the table have low numbers. */
static int is_table_low(const Problem *p) {
    int tiles = 0, low = 0;
    for (int face = 0; face < p->faces && p->scenarios; face++) {
        int count = p->required[face] + p->bound[face];
        tiles += count;
        low += (p->numbers_count - 1 - 2 * (face / p->colours)) * count;
    }
    return p->scenarios && jokers_of(p, 0) && tiles >= MANY_TILES && low > LOW_TILES;
}

/* Whether the languages of two problems have the same layout. */
static int have_same_layout(const Problem *one, const Problem *other) {
    Layout layouts[2][MAX_CELLS + 1] = {{{0}}};
    layout_words(one, layouts[0]);
    layout_words(other, layouts[1]);
    return !memcmp(layouts[0], layouts[1], sizeof layouts[0]);
}

/* --- converting languages --------------------------------------------------------------------------------------------- */

/* The distance between the bits of two words that differ by one in the letter of a cell. */
static uint32_t letter_distance(const Layout *layouts, int cell) {
    return layouts[cell].narrow ? layouts[cell + 1].bits : layouts[cell + 1].limbs * LIMB_BITS;
}

/* The position of each bit in another layout: an offset for its limb plus an offset for its position within the limb. */
typedef struct {
    uint32_t *of_limbs, of_bits[LIMB_BITS];
} BitPositions;

static void find_positions(const LanguageSearch *l, const Layout *layouts, BitPositions *positions) {
    const Problem *p = l->problem;
    uint32_t limbs = 1, bits = 1;
    positions->of_limbs = allocate(l->layouts[0].limbs * sizeof(uint32_t));
    positions->of_limbs[0] = positions->of_bits[0] = 0;
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        int narrow = l->layouts[cell].narrow;
        uint32_t distance = letter_distance(layouts, reversed_cell(p, cell));
        uint32_t *offsets = narrow ? positions->of_bits : positions->of_limbs, *count = narrow ? &bits : &limbs, before = *count;
        for (int letter = 1; letter < l->layouts[cell].letters; letter++)
            for (uint32_t at = 0; at < before; at++) offsets[(*count)++] = offsets[at] + (uint32_t)letter * distance;
    }
}

static uint64_t *reverse_words(const uint64_t *language, uint32_t limbs, const BitPositions *positions, uint32_t reversed_limbs) {
    uint64_t *reversed = allocate_zeroed(reversed_limbs, sizeof *reversed);
    for (uint32_t limb = 0; limb < limbs; limb++)
        for (uint64_t left = language[limb]; left; left &= left - 1) {
            uint32_t bit = positions->of_limbs[limb] + positions->of_bits[__builtin_ctzll(left)];
            reversed[bit / LIMB_BITS] |= (uint64_t)1 << bit % LIMB_BITS;
        }
    return reversed;
}

/* Converts languages to the layout of the problem with the numbers in the other order. */
static void reverse_layout(LanguageSearch *l, const Problem *reversed) {
    Layout layouts[MAX_CELLS + 1] = {{0}};
    uint32_t limbs = l->layouts[0].limbs;
    BitPositions positions;
    layout_words(reversed, layouts);
    if (l->listed) {
        find_positions(l, layouts, &positions);
        for (int root = 0; root < l->problem->scenarios * MAX_JOKERS; root++) {
            if (!l->roots[root]) continue;
            uint64_t *converted = reverse_words(l->roots[root], limbs, &positions, layouts[0].limbs);
            release(l->roots[root]);
            l->roots[root] = converted;
        }
        release(positions.of_limbs);
    }
    memcpy(l->layouts, layouts, sizeof layouts);
    l->problem = reversed;
    find_max_tiles(l);
}

/* --- counting --------------------------------------------------------------------------------------------------------- */

/* The largest number of tiles that may leave the hand in any scenario. */
static int max_played(const Problem *p) {
    int max_tiles = 0;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        int tiles = p->hand_jokers[scenario] + p->played_jokers[scenario];
        for (int face = 0; face < p->faces; face++)
            tiles += p->optional[(size_t)scenario * p->faces + face] + p->played[(size_t)scenario * p->faces + face];
        max_tiles = max_int(max_tiles, tiles);
    }
    return max_tiles;
}

/* Counts the words of an automaton; NULL if that takes more steps. */
static LanguageSearch *count_with(Engine *engine, Automaton *a, int64_t steps) {
    LanguageSearch *found = count_language(a, steps);
    take_steps(engine, a);
    return found;
}

static LanguageSearch *count_ascending(Engine *engine, const Problem *p, int64_t steps) {
    if (p == &engine->problem) {
        LanguageSearch *found = count_with(engine, word_automaton(engine), steps); /* kept for reconstruction */
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
        superset = copy_words(p->superset);
        reverse_layout(superset, &reversed.problem);
        superset->problem = p->superset->problem;
        reversed.problem.superset = superset;
    }
    if (are_words_few(p) == are_words_few(&reversed.problem)) found = count_ascending(engine, &reversed.problem, steps);
    if (found) reverse_layout(found, p);
    language_search_release(superset);
    release(reversed.bytes);
    return found;
}

/* Counts words with a limit of steps for each order; the order that is probably faster comes first. */
static LanguageSearch *count_in_either_order(Engine *engine, const Problem *p, int64_t steps) {
    int descending = is_table_low(p);
    LanguageSearch *found = (descending ? count_descending : count_ascending)(engine, p, steps);
    return found ? found : (descending ? count_ascending : count_descending)(engine, p, steps);
}

/* Counts the words of a problem. If each word has a bit, both orders are tried, since one may be much faster than the other. */
static LanguageSearch *count_problem(Engine *engine, const Problem *p, int64_t steps) {
    int64_t first_steps = steps / FIRST_PART;
    if (!are_words_few(p)) return (is_table_low(p) ? count_descending : count_ascending)(engine, p, steps);
    LanguageSearch *found = count_in_either_order(engine, p, first_steps);
    return found ? found : count_in_either_order(engine, p, steps / 2 - first_steps);
}

/* Counts the words of the engine's problem; NULL if that takes too many steps. If there is a relaxed problem, its words are found
 * first: other words need not be tried. */
LanguageSearch *count_words(Engine *engine) {
    Problem *p = &engine->problem;
    int64_t steps = max_played(p) > LARGE_HAND ? engine->steps / LARGE_HAND_PART : engine->steps;
    if (engine->relaxed.scenarios && are_words_few(p) && are_words_few(&engine->relaxed)) {
        int64_t before = engine->spent;
        if (!engine->superset) engine->superset = count_problem(engine, &engine->relaxed, steps);
        steps -= engine->spent - before;
        if (engine->superset && have_same_layout(p, &engine->relaxed)) p->superset = engine->superset;
    }
    return count_problem(engine, p, steps);
}
