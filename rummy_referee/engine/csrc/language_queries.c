/* Queries on languages that are complete: count words (population count), list them in order, find the best (branch and
 * bound).
 *
 * All three descend through the blocks of word_layout.c and skip blocks without a word. The value and the tiles of a play
 * follow from its letters, so a minimum and a cap are checked here and not by the automaton (unless jokers count for the
 * minimum). In listing order a word with a higher letter in the first cell that differs comes first; jokers count as the
 * last letter.
 *
 * Example: the hand is R7 B7 K7 R8 R9 and the language has the bits 0, 19 and 28. Without the empty word it has two plays.
 * The list is R7 B7 K7, then R7 R8 R9, because they first differ in B7. By points the second is best, 24 to 21. With a
 * minimum of 22, the first is no play. With a cap of 2 tiles there is none.
 */
#include <string.h>

#include "language.h"

/* One limb of a block, moved to bit 0. */
static uint64_t bits_of(const LanguageSearch *l, Block block, const uint64_t *language, uint32_t limb) {
    const Layout *layout = &l->layouts[block.cell];
    uint64_t bits = language[block.limb + limb] >> block.shift;
    return layout->bits == LIMB_BITS ? bits : bits & (((uint64_t)1 << layout->bits) - 1);
}

static int is_empty(const LanguageSearch *l, Block block, const uint64_t *language) {
    for (uint32_t limb = 0; limb < l->layouts[block.cell].limbs; limb++)
        if (bits_of(l, block, language, limb)) return 0;
    return 1;
}

/* Whether a play reaches the minimum and respects the cap, as far as that is decided here. */
int fits(const LanguageSearch *l, int value, int tiles) {
    const Problem *p = l->problem;
    return (p->jokers_have_value || value >= p->minimum) && (!p->cap || tiles <= p->cap);
}

/* All words from a cell on that have at most `tiles` tiles. */
static const uint64_t *find_bounded(LanguageSearch *l, int cell, int tiles) {
    const Layout *layout = &l->layouts[cell], *after = layout + 1;
    uint64_t **bounded = &l->bounded[cell][tiles];
    if (*bounded) return *bounded;
    *bounded = allocate_zeroed(layout->limbs, sizeof **bounded);
    l->a->steps += 1 + layout->limbs / LIMBS_PER_STEP;
    if (cell == l->problem->cells) (*bounded)[0] = 1;
    for (int letter = 0; letter < layout->letters && letter <= tiles && cell < l->problem->cells; letter++) {
        const uint64_t *rest = find_bounded(l, cell + 1, min_int(tiles - letter, l->max_tiles[cell + 1]));
        if (layout->narrow)
            (*bounded)[0] |= rest[0] << (uint32_t)letter * after->bits;
        else
            memcpy(*bounded + (size_t)letter * after->limbs, rest, after->limbs * sizeof *rest);
    }
    return *bounded;
}

void release_bounded(LanguageSearch *l) {
    for (int cell = 0; cell <= MAX_CELLS; cell++)
        for (int tiles = 0; tiles < MAX_BOUNDED_TILES; tiles++) {
            release(l->bounded[cell][tiles]);
            l->bounded[cell][tiles] = NULL;
        }
}

/* The number of words in a block whose suffixes are in `subset` (NULL: all). */
static Wide count_bits(const LanguageSearch *l, const uint64_t *language, Block block, const uint64_t *subset) {
    Wide count = 0;
    for (uint32_t limb = 0; limb < l->layouts[block.cell].limbs; limb++) {
        uint64_t bits = bits_of(l, block, language, limb);
        count += (Wide)__builtin_popcountll(subset ? bits & subset[limb] : bits);
    }
    return count;
}

/* The number of plays with `jokers` jokers among the words of a block. */
Wide count_block(LanguageSearch *l, const uint64_t *language, Block block, int jokers) {
    const Problem *p = l->problem;
    Wide count = 0;
    l->a->steps += 1 + l->layouts[block.cell].limbs / LIMBS_PER_STEP;
    if (is_empty(l, block, language)) return 0;
    if (block.cell == p->cells) return (Wide)fits(l, block.value, block.used + jokers);
    int max_tiles = l->max_tiles[block.cell], left = p->cap ? p->cap - block.used - jokers : max_tiles;
    if (p->jokers_have_value || block.value >= p->minimum) { /* from here on, only the cap can exclude words */
        if (left < 0) return 0;
        if (left >= max_tiles) return count_bits(l, language, block, NULL);
        if (max_tiles < MAX_BOUNDED_TILES) return count_bits(l, language, block, find_bounded(l, block.cell, left));
    }
    for (int letter = 0; letter < l->layouts[block.cell].letters; letter++)
        count += count_block(l, language, block_after(l, block, letter), jokers);
    return count;
}

/* Adds the words of all scenarios with `jokers` jokers to a bitset. */
static void unite_scenarios(const LanguageSearch *l, int jokers, uint64_t *all) {
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) {
        const uint64_t *language = language_of(l, scenario, jokers);
        for (uint32_t limb = 0; language && limb < l->layouts[0].limbs; limb++) all[limb] |= language[limb];
    }
}

/* The words of all scenarios with any number of jokers. The caller releases the bitset. */
static uint64_t *unite_all(const LanguageSearch *l) {
    uint64_t *all = allocate_zeroed(l->layouts[0].limbs, sizeof *all);
    for (int jokers = 0; jokers < MAX_JOKERS; jokers++) unite_scenarios(l, jokers, all);
    return all;
}

Wide count_all_scenarios(LanguageSearch *l) {
    Wide count = 0;
    size_t size = l->layouts[0].limbs * sizeof(uint64_t);
    uint64_t *all = allocate(size);
    for (int jokers = 0; jokers < MAX_JOKERS; jokers++) {
        memset(all, 0, size);
        unite_scenarios(l, jokers, all);
        if (!jokers) all[0] &= ~(uint64_t)1; /* the empty word is not a play */
        count += count_block(l, all, (Block){0}, jokers);
    }
    release(all);
    return count;
}

/* The first scenario whose language has the word of a block, or -1. */
static int first_scenario(const LanguageSearch *l, Block block, int jokers) {
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) {
        const uint64_t *language = language_of(l, scenario, jokers);
        if (language && language[block.limb] >> block.shift & 1) return scenario;
    }
    return -1;
}

typedef struct {
    const LanguageSearch *l;
    const uint64_t *all;
    const uint8_t *after;
    int limit, count, max_jokers;
    uint8_t *letters;
    int32_t *scenarios;
    uint8_t path[MAX_CELLS];     /* the letters so far; 0 for cells with one letter */
    uint8_t next[MAX_CELLS + 1]; /* by cell: the first from there on with several letters, or the end */
} Listing;

/* Adds the plays with the letters of a block and at most `max_jokers` jokers. */
static void list_jokers(Listing *listing, Block block, int max_jokers) {
    const LanguageSearch *l = listing->l;
    int faces = l->problem->faces;
    for (int jokers = max_jokers; jokers >= 0 && listing->count < listing->limit; jokers--) {
        int scenario = first_scenario(l, block, jokers);
        if (scenario < 0 || !(block.used + jokers) || !fits(l, block.value, block.used + jokers)) continue;
        uint8_t *out = listing->letters + (size_t)listing->count * (faces + 1);
        memcpy(out, listing->path, (size_t)faces);
        out[faces] = (uint8_t)jokers;
        listing->scenarios[listing->count++] = scenario;
    }
}

/* Adds the plays of a block. `bounded`: the letters so far are those of `after`. */
static void list_block(Listing *listing, Block block, int bounded) {
    const LanguageSearch *l = listing->l;
    const Problem *p = l->problem;
    if (is_empty(l, block, listing->all) || (p->cap && block.used > p->cap)) return;
    block.cell = listing->next[block.cell];
    if (block.cell == p->cells) {
        list_jokers(listing, block, bounded ? min_int(listing->after[p->faces] - 1, listing->max_jokers) : listing->max_jokers);
        return;
    }
    int bound = bounded && block.cell < p->faces ? listing->after[block.cell] : LETTERS;
    for (int letter = l->layouts[block.cell].letters - 1; letter >= 0 && listing->count < listing->limit; letter--) {
        if (letter > bound) continue;
        listing->path[block.cell] = (uint8_t)letter;
        list_block(listing, block_after(l, block, letter), bounded && (block.cell >= p->faces || letter == bound));
    }
}

/* Writes up to `limit` words that follow `after` (NULL: from the first on), each with the first scenario that allows it, and
 * returns their number. */
int list_words(const LanguageSearch *l, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios) {
    uint64_t *all = unite_all(l);
    Listing listing = {.l = l, .all = all, .after = after, .limit = limit, .letters = letters, .scenarios = scenarios};
    const Problem *p = l->problem;
    int cells = p->cells;
    for (int at = 0; at < p->scenarios; at++)
        listing.max_jokers = max_int(listing.max_jokers, p->hand_jokers[at] + p->played_jokers[at]);
    listing.next[cells] = (uint8_t)cells;
    for (int cell = cells - 1; cell >= 0; cell--)
        listing.next[cell] = l->layouts[cell].letters > 1 ? (uint8_t)cell : listing.next[cell + 1];
    list_block(&listing, (Block){0}, after != NULL);
    release(all);
    return listing.count;
}

typedef struct {
    const LanguageSearch *l;
    const uint64_t *all;
    const int32_t *weights;
    int joker_weight, scenario;
    int64_t best, steps, bounds[MAX_CELLS + 1]; /* bounds: on the value of the letters from a cell on and the jokers */
    uint8_t path[MAX_CELLS], *letters;
} BestWordSearch;

/* Replaces the best word by those with the letters of a block and a higher value. */
static void search_jokers(BestWordSearch *s, Block block, int64_t value) {
    int faces = s->l->problem->faces;
    for (int jokers = MAX_JOKERS - 1; jokers >= 0; jokers--) {
        int64_t total = value + (int64_t)jokers * s->joker_weight;
        if (total <= s->best || !(block.used + jokers) || !fits(s->l, block.value, block.used + jokers)) continue;
        int scenario = first_scenario(s->l, block, jokers);
        if (scenario < 0) continue;
        s->best = total;
        s->scenario = scenario;
        memcpy(s->letters, s->path, (size_t)faces);
        s->letters[faces] = (uint8_t)jokers;
    }
}

/* Replaces the best word by those of a block with a higher value, in listing order. */
static void search_block(BestWordSearch *s, Block block, int64_t value) {
    const LanguageSearch *l = s->l;
    s->steps += 1 + l->layouts[block.cell].limbs / LIMBS_PER_STEP;
    if (value + s->bounds[block.cell] <= s->best || is_empty(l, block, s->all)) return;
    if (block.cell == l->problem->cells) {
        search_jokers(s, block, value);
        return;
    }
    for (int letter = l->layouts[block.cell].letters - 1; letter >= 0; letter--) {
        int32_t weight = block.cell < l->problem->faces ? s->weights[block.cell] : 0;
        s->path[block.cell] = (uint8_t)letter;
        search_block(s, block_after(l, block, letter), value + (int64_t)letter * weight);
    }
}

/* Finds the word with the highest value, the first in listing order if there are several. Returns whether there is one. */
int find_best_word(const LanguageSearch *l, const int32_t *weights, int joker_weight, uint8_t *letters, int32_t *scenario,
                   int64_t *steps) {
    const Problem *p = l->problem;
    uint64_t *all = unite_all(l);
    BestWordSearch s = {.l = l, .all = all, .weights = weights, .joker_weight = joker_weight, .best = -1, .letters = letters};
    s.bounds[p->cells] = (int64_t)(MAX_JOKERS - 1) * joker_weight;
    for (int cell = p->cells - 1; cell >= 0; cell--)
        s.bounds[cell] = s.bounds[cell + 1] + (cell < p->faces ? (int64_t)(l->layouts[cell].letters - 1) * weights[cell] : 0);
    search_block(&s, (Block){0}, 0);
    release(all);
    *steps += s.steps;
    *scenario = s.scenario;
    return s.best >= 0;
}

Wide total_of(const LanguageSearch *l) { return l->total; }

int is_listed(const LanguageSearch *l) { return l->listed; }
