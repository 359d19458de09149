/* Counting and listing the words of languages. */
#include <string.h>

#include "language.h"

static uint64_t bits_of(const LanguageSearch *l, Block block, const uint64_t *language, uint32_t word) {
    const Layout *layout = &l->layouts[block.cell];
    uint64_t bits = language[block.limb + word] >> block.shift;
    return layout->bits == LIMB_BITS ? bits : bits & (((uint64_t)1 << layout->bits) - 1);
}

static int is_empty(const LanguageSearch *l, Block block, const uint64_t *language) {
    for (uint32_t word = 0; word < l->layouts[block.cell].limbs; word++)
        if (bits_of(l, block, language, word)) return 0;
    return 1;
}

/* What a play must be worth and may have in tiles, where its letters decide that. */
int fits(const LanguageSearch *l, int value, int tiles) {
    const Problem *p = l->problem;
    return (p->jokers_have_value || value >= p->minimum) && (!p->cap || tiles <= p->cap);
}

/* All words from a cell on that have no more than so many tiles. */
static const uint64_t *find_small(LanguageSearch *l, int cell, int tiles) {
    const Layout *layout = &l->layouts[cell], *after = layout + 1;
    uint64_t **small = &l->small[cell][tiles];
    if (*small) return *small;
    *small = allocate_zeroed(layout->limbs, sizeof **small);
    l->a->steps += 1 + layout->limbs / LIMBS_PER_STEP;
    if (cell == l->problem->cells) (*small)[0] = 1;
    for (int letter = 0; letter < layout->letters && letter <= tiles && cell < l->problem->cells; letter++) {
        int left = tiles - letter < l->max_tiles[cell + 1] ? tiles - letter : l->max_tiles[cell + 1];
        const uint64_t *rest = find_small(l, cell + 1, left);
        if (layout->narrow)
            (*small)[0] |= rest[0] << (uint32_t)letter * after->bits;
        else
            memcpy(*small + (size_t)letter * after->limbs, rest, after->limbs * sizeof *rest);
    }
    return *small;
}

void release_small(LanguageSearch *l) {
    for (int cell = 0; cell <= MAX_CELLS; cell++)
        for (int tiles = 0; tiles < MAX_SMALL; tiles++) {
            release(l->small[cell][tiles]);
            l->small[cell][tiles] = NULL;
        }
}

/* How many words of a block there are, or of those of them that some others are. */
static Wide count_bits(const LanguageSearch *l, const uint64_t *language, Block block, const uint64_t *some) {
    Wide count = 0;
    for (uint32_t word = 0; word < l->layouts[block.cell].limbs; word++) {
        uint64_t bits = bits_of(l, block, language, word);
        count += (Wide)__builtin_popcountll(some ? bits & some[word] : bits);
    }
    return count;
}

Wide count_block(LanguageSearch *l, const uint64_t *language, Block block, int jokers) {
    const Problem *p = l->problem;
    Wide count = 0;
    l->a->steps += 1 + l->layouts[block.cell].limbs / LIMBS_PER_STEP;
    if (is_empty(l, block, language)) return 0;
    if (block.cell == p->cells) return (Wide)fits(l, block.value, block.used + jokers);
    int most = l->max_tiles[block.cell], left = p->cap ? p->cap - block.used - jokers : most;
    if (p->jokers_have_value || block.value >= p->minimum) { /* only the tiles count from here on */
        if (left < 0) return 0;
        if (left >= most) return count_bits(l, language, block, NULL);
        if (most < MAX_SMALL) return count_bits(l, language, block, find_small(l, block.cell, left));
    }
    for (int letter = 0; letter < l->layouts[block.cell].letters; letter++)
        count += count_block(l, language, block_after(l, block, letter), jokers);
    return count;
}

/* All words with so many jokers, whatever case lets them. */
void unite_scenarios(const LanguageSearch *l, int jokers, uint64_t *all) {
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) {
        const uint64_t *language = language_of(l, scenario, jokers);
        for (uint32_t word = 0; language && word < l->layouts[0].limbs; word++) all[word] |= language[word];
    }
}

Wide count_all_scenarios(LanguageSearch *l) {
    Wide count = 0;
    size_t size = l->layouts[0].limbs * sizeof(uint64_t);
    uint64_t *all = allocate(size);
    for (int jokers = 0; jokers < MAX_JOKERS; jokers++) {
        memset(all, 0, size);
        unite_scenarios(l, jokers, all);
        if (!jokers) all[0] &= ~(uint64_t)1; /* the empty word is no play */
        count += count_block(l, all, (Block){0}, jokers);
    }
    release(all);
    return count;
}

typedef struct {
    const LanguageSearch *l;
    const uint64_t *all;
    const uint8_t *after;
    int limit, count, most_jokers;
    uint8_t *letters;
    int32_t *scenarios;
    uint8_t path[MAX_CELLS];     /* the letters so far, and none for cells without a choice */
    uint8_t next[MAX_CELLS + 1]; /* by cell: the first from there on with a choice, or the end */
} Listing;

/* The first case that lets a word, or -1. */
static int first_scenario(const LanguageSearch *l, Block block, int jokers) {
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) {
        const uint64_t *language = language_of(l, scenario, jokers);
        if (language && language[block.limb] >> block.shift & 1) return scenario;
    }
    return -1;
}

static void list_jokers(Listing *listing, Block block, int most) {
    const LanguageSearch *l = listing->l;
    int faces = l->problem->faces;
    for (int jokers = most; jokers >= 0 && listing->count < listing->limit; jokers--) {
        int scenario = first_scenario(l, block, jokers);
        if (scenario < 0 || !(block.used + jokers) || !fits(l, block.value, block.used + jokers)) continue;
        uint8_t *out = listing->letters + (size_t)listing->count * (faces + 1);
        memcpy(out, listing->path, (size_t)faces);
        out[faces] = (uint8_t)jokers;
        listing->scenarios[listing->count++] = scenario;
    }
}

/* The words of a block, most tiles first; `bounded` as long as the letters so far are those of the word to come after. */
static void walk(Listing *listing, Block block, int bounded) {
    const LanguageSearch *l = listing->l;
    const Problem *p = l->problem;
    if (is_empty(l, block, listing->all) || (p->cap && block.used > p->cap)) return;
    block.cell = listing->next[block.cell];
    if (block.cell == p->cells) {
        int most = bounded ? listing->after[p->faces] - 1 : listing->most_jokers;
        list_jokers(listing, block, most < listing->most_jokers ? most : listing->most_jokers);
        return;
    }
    int bound = bounded && block.cell < p->faces ? listing->after[block.cell] : LETTERS;
    for (int letter = l->layouts[block.cell].letters - 1; letter >= 0 && listing->count < listing->limit; letter--) {
        if (letter > bound) continue;
        listing->path[block.cell] = (uint8_t)letter;
        walk(listing, block_after(l, block, letter), bounded && (block.cell >= p->faces || letter == bound));
    }
}

int list_words(const LanguageSearch *l, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios) {
    uint64_t *all = allocate_zeroed(l->layouts[0].limbs, sizeof(uint64_t));
    for (int jokers = 0; jokers < MAX_JOKERS; jokers++) unite_scenarios(l, jokers, all);
    Listing listing = {.l = l, .all = all, .after = after, .limit = limit, .letters = letters, .scenarios = scenarios};
    const Problem *p = l->problem;
    int cells = p->cells;
    for (int at = 0; at < p->scenarios; at++)
        if (listing.most_jokers < p->hand_jokers[at] + p->played_jokers[at])
            listing.most_jokers = p->hand_jokers[at] + p->played_jokers[at];
    listing.next[cells] = (uint8_t)cells;
    for (int cell = cells - 1; cell >= 0; cell--)
        listing.next[cell] = l->layouts[cell].letters > 1 ? (uint8_t)cell : listing.next[cell + 1];
    walk(&listing, (Block){0}, after != NULL);
    release(all);
    return listing.count;
}

typedef struct {
    const LanguageSearch *l;
    const uint64_t *all;
    const int32_t *weights;
    int joker_weight, scenario;
    int64_t most, steps, ahead[MAX_CELLS + 1]; /* ahead: what letters from a cell on and all jokers may be worth */
    uint8_t path[MAX_CELLS], *letters;
} Choosing;

static void weigh_jokers(Choosing *c, Block block, int64_t value) {
    int faces = c->l->problem->faces;
    for (int jokers = MAX_JOKERS - 1; jokers >= 0; jokers--) {
        int64_t all = value + (int64_t)jokers * c->joker_weight;
        if (all <= c->most || !(block.used + jokers) || !fits(c->l, block.value, block.used + jokers)) continue;
        int scenario = first_scenario(c->l, block, jokers);
        if (scenario < 0) continue;
        c->most = all;
        c->scenario = scenario;
        memcpy(c->letters, c->path, (size_t)faces);
        c->letters[faces] = (uint8_t)jokers;
    }
}

/* The words of a block in listing order, those that cannot be worth more than one before them left out. */
static void choose_word(Choosing *c, Block block, int64_t value) {
    const LanguageSearch *l = c->l;
    c->steps += 1 + l->layouts[block.cell].limbs / LIMBS_PER_STEP;
    if (value + c->ahead[block.cell] <= c->most || is_empty(l, block, c->all)) return;
    if (block.cell == l->problem->cells) {
        weigh_jokers(c, block, value);
        return;
    }
    for (int letter = l->layouts[block.cell].letters - 1; letter >= 0; letter--) {
        int32_t weight = block.cell < l->problem->faces ? c->weights[block.cell] : 0;
        c->path[block.cell] = (uint8_t)letter;
        choose_word(c, block_after(l, block, letter), value + (int64_t)letter * weight);
    }
}

/* The word that is worth most, of equals the first; whether there is one. */
int find_best_word(const LanguageSearch *l, const int32_t *weights, int joker_weight, uint8_t *letters, int32_t *scenario,
                   int64_t *steps) {
    const Problem *p = l->problem;
    uint64_t *all = allocate_zeroed(l->layouts[0].limbs, sizeof(uint64_t));
    for (int jokers = 0; jokers < MAX_JOKERS; jokers++) unite_scenarios(l, jokers, all);
    Choosing c = {.l = l, .all = all, .weights = weights, .joker_weight = joker_weight, .most = -1, .letters = letters};
    c.ahead[p->cells] = (int64_t)(MAX_JOKERS - 1) * joker_weight;
    for (int cell = p->cells - 1; cell >= 0; cell--)
        c.ahead[cell] = c.ahead[cell + 1] + (cell < p->faces ? (int64_t)(l->layouts[cell].letters - 1) * weights[cell] : 0);
    choose_word(&c, (Block){0}, 0);
    release(all);
    *steps += c.steps;
    *scenario = c.scenario;
    return c.most >= 0;
}

Wide total_of(const LanguageSearch *l) { return l->total; }

/* Whether all words are there to be listed. */
int is_listed(const LanguageSearch *l) { return l->listed; }
