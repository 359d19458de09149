/* Sets of words as bits: see languages.c. */
#ifndef LANGUAGES_H
#define LANGUAGES_H

#include "queries.h"
#include "transitions.h"

enum {
    FIRST_CHUNK = 1 << 12,
    LARGEST_CHUNK = 1 << 16,
    MAX_CHUNKS = 256,
    MAX_ROOM = 16000000, /* 64s of bits in all */
    MAX_EXPLORED = 400000,
    MAX_LIMBS = 1
        << 15, /* so many 64s of bits there are in one language at most: enough for 20 tiles, also if some are twice there */
    MAX_LIMBS_AFTER_PREFIX = 1 << 9, /* the same behind a prefix */
    MAX_PART_LIMBS = 1 << 11,        /* the same of words that are looked for together: they have the same first letters */
    MAX_SUFFIX_LIMBS = 1 << 7,       /* the same to look ahead for, lane by lane: wider ones would take much room */
    MAX_LANGUAGE_LIMBS = 1 << 22,
    MAX_FRONTIER_STATES = 1 << 19, /* states that are kept to find slices that are the same */
    LIMBS_PER_STEP = 16,
    MAX_SMALL = 16, /* what is behind a prefix has fewer tiles: each doubles the words at least */
    FAILED_OFTEN = 8,
    FAILED_VERY_OFTEN = 64,
    COMPARISONS_PER_CACHE_STEP = 64
};

/* How the languages before a cell are laid out: the words by their first letter, one block of bits after the other. */
typedef struct {
    int letters, narrow; /* narrow: all blocks share one 64 bits */
    uint32_t bits, limbs;
} Layout;

/* The lowest and the highest letter of each cell. */
typedef struct {
    uint8_t low[MAX_CELLS], high[MAX_CELLS];
} LetterBounds;

/* Letters of all colours of a number, and where the block of words is that have them there. */
typedef struct {
    uint8_t letters[MAX_COLOURS];
    uint32_t limb, shift;
} Letters;

/* A state as others see it. */
typedef struct {
    uint64_t filter; /* of all its nodes */
    uint64_t class;
    DominanceKey dominance;
} Signature;

/* A step over a whole number. */
typedef struct {
    State state;
    uint64_t open;     /* the words that may follow, if these are no more than 64 */
    uint32_t priority; /* the greater, the sooner it is tried */
    Signature signature;
} Transition;

/* Words found to be in a language; those that are answered, whether in it or not; and with how many listed states that was
 * compared. */
typedef struct {
    uint64_t *language, *decided;
    int32_t accepting_checked, rejecting_checked;
} PartialLanguage;

/* The states that the first letters of a slice led to, and where its words are. */
typedef struct {
    const uint64_t *root;
    Span states;
    size_t limb;
    uint32_t shift;
} Frontier;

/* A state before a layer that was looked into. */
typedef struct {
    State state;
    PartialLanguage partial;
    int32_t layer;
    uint8_t accepting, rejecting; /* whether it is listed among those with words, or with words that it has not */
} ExploredState;

/* An answered state: one that outdoes it has all its words, and one that it outdoes has none that it lacks. */
typedef struct {
    Signature signature;
    int32_t place; /* among those known */
} CachedState;

struct LanguageSearch {
    const Problem *problem;
    Automaton *a;
    int64_t steps; /* the most that the automaton may have counted */
    int exhausted, layers;
    uint32_t widest;                /* in 64s of bits: languages that are wider are not kept */
    Layout layouts[MAX_CELLS + 1];  /* by cell */
    uint8_t low[MAX_CELLS];         /* by cell, the lowest letter */
    uint32_t width[MAX_LAYERS + 1]; /* 64s in a language before a layer */
    Vector letters;                 /* of all layers */
    Span letters_of[MAX_LAYERS + 1];
    const uint64_t *full[MAX_LAYERS + 1]; /* all words there could be */
    /* One sheet a layer is enough: work on a layer waits only for later ones. */
    uint64_t *queried[MAX_LAYERS + 1], *kept[MAX_LAYERS + 1];
    PartialLanguage temporary[MAX_LAYERS + 1]; /* of a state that is not looked into */
    uint64_t *open, *had;                      /* scratch */
    uint64_t *none;                            /* the language of states without a word: it is shared, since most have none */
    size_t nodes;                              /* so many nodes have a place for an outlook */
    uint64_t **outlooks;                       /* by node */
    uint64_t *suffix_buffers[MAX_LAYERS];      /* a sheet for outlooks in the making */
    Vector accepting[MAX_LAYERS], rejecting[MAX_LAYERS]; /* by layer, answered states with words, and with words that they lack */
    int32_t failed[MAX_LAYERS];                          /* states of a case that had none of the words they were asked about */
    Vector known;
    Index explored_index;
    Vector transitions;
    int partition_layer;                     /* the layer up to which words part into slices */
    Vector frontiers[MAX_LAYERS + 1];        /* the states that the first letters lead to, before each layer up to that */
    Vector known_frontiers, frontier_states; /* those that were asked before layer `cut`, and their states */
    Index frontier_index;
    uint64_t *part;                     /* the words of a slice that are had */
    uint64_t *had_with[MAX_JOKERS + 1]; /* by jokers in all, the words that some case has, or none can have */
    uint64_t *chunks[MAX_CHUNKS];
    int chunks_count;
    size_t used, room, taken; /* of the last chunk; and of all */
    int buffer_chunks;        /* what all cases need lies in the first chunks */
    size_t used_by_buffers, taken_by_buffers;
    int max_tiles[MAX_CELLS + 1]; /* letters from a cell on come to so many tiles at most */
    uint64_t
        *small[MAX_CELLS + 1][MAX_SMALL]; /* by cell and tiles: the words from there on with no more tiles, once that was asked */
    uint64_t **roots;                     /* by case and hand jokers, if all words are listed; NULL where there are not so many */
    int listed;
    Wide total;
};

/* A block of words with the same letters so far: where its bits are, and what those letters come to. */
typedef struct {
    size_t limb;
    uint32_t shift;
    int cell, value, used;
} Block;

/* The words of a block that go on with a letter. */
static inline Block block_after(const LanguageSearch *l, Block block, int letter) {
    const Problem *p = l->problem;
    const Layout *after = &l->layouts[block.cell + 1];
    if (l->layouts[block.cell].narrow)
        block.shift += (uint32_t)letter * after->bits;
    else
        block.limb += (size_t)letter * after->limbs;
    if (block.cell < p->faces) block.value += letter * p->numbers[block.cell / p->colours];
    block.used += letter;
    block.cell++;
    return block;
}

static inline int cell_before(const Problem *p, int layer) { return layer <= p->numbers_count ? layer * p->colours : p->cells; }

static inline const Letters *letters_at(const LanguageSearch *l, int layer, int32_t place) {
    return (Letters *)l->letters.items + l->letters_of[layer].first + place;
}

/* The words of a case with so many jokers in all, or NULL; a word that an earlier case has need not be there. */
static inline const uint64_t *language_of(const LanguageSearch *l, int scenario, int jokers) {
    int of_hand = jokers - l->problem->played_jokers[scenario];
    return of_hand < 0 || of_hand >= MAX_JOKERS ? NULL : l->roots[scenario * MAX_JOKERS + of_hand];
}

/* Adds words of the next layer, with some letters before them, to a language. */
static inline void unite(const LanguageSearch *l, int layer, const Letters *letters, const uint64_t *next, uint64_t *language) {
    uint32_t words = l->width[layer + 1];
    if (words == 1)
        language[letters->limb] |= next[0] << letters->shift;
    else
        for (uint32_t word = 0; word < words; word++) language[letters->limb + word] |= next[word];
}

/* languages.c */
LanguageSearch *language_search_open(Automaton *a, int listed, int64_t steps, const LetterBounds *bounds);
void layout_words(const Problem *p, const LetterBounds *bounds, Layout *layouts);
void find_max_tiles(LanguageSearch *l);
uint64_t *allocate_limbs(LanguageSearch *l, size_t words);
LanguageSearch *copy_words(const LanguageSearch *l);
void clear_states(LanguageSearch *l);
void trim_states(LanguageSearch *l);
const uint64_t *query_state(LanguageSearch *l, int layer, const State *state, const uint64_t *had);
const uint64_t *find_language(LanguageSearch *l, int layer, const State *state, const Signature *signature);
uint64_t *own_language(LanguageSearch *l, int layer, PartialLanguage *partial);

/* outlooks.c */
void colour_suffixes_open(LanguageSearch *l);
void colour_suffixes_extend(LanguageSearch *l);
void colour_suffixes_clear(LanguageSearch *l);
void colour_suffixes_release(LanguageSearch *l);
const uint64_t *compute_colour_suffixes(LanguageSearch *l, int layer, uint32_t place);

/* The words that a node's lane alone lets from a layer on, with so many units of jokers. */
static inline const uint64_t *find_colour_suffixes(LanguageSearch *l, int layer, uint32_t place, int units) {
    const uint64_t *outlooks = l->outlooks[place];
    if (layer == l->layers || l->width[layer] > MAX_SUFFIX_LIMBS) return l->full[layer];
    return (outlooks ? outlooks : compute_colour_suffixes(l, layer, place)) + (size_t)units * l->width[layer];
}

/* The words that a lane of a state lets from a layer on, as if every group came about: the other lanes take what jokers they
 * must. */
static inline const uint64_t *colour_suffixes_of(LanguageSearch *l, int layer, const State *state, int run_colour, int needs) {
    if (layer == l->layers || l->problem->mixed) return l->full[layer];
    int units = UNITS * jokers_left(state) - needs + NODE(l->a, state->node[run_colour]).need;
    return find_colour_suffixes(l, layer, state->node[run_colour], units);
}

/* judged.c */
Signature signature_of(const LanguageSearch *l, const State *state);
/* Whether one state has all words of another, as far as their strengths tell. */
static inline int signature_dominates(const Signature *one, const Signature *other) {
    return !(other->filter & ~one->filter) && one->class == other->class && dominates(&one->dominance, &other->dominance);
}
void cache_state(LanguageSearch *l, int layer, int32_t place);
int apply_cache(LanguageSearch *l, int layer, const Signature *signature, PartialLanguage *partial);
int query_dominating_state(LanguageSearch *l, int layer, int32_t place);
void cache_clear(LanguageSearch *l);
void cache_release(LanguageSearch *l);

void add_transitions(LanguageSearch *l, int layer, const State *state, int32_t letters, const uint64_t *open);

/* all_words.c */
uint64_t *root_of(LanguageSearch *l, int place);
uint64_t *had_with(LanguageSearch *l, int jokers);
int find_all_words(LanguageSearch *l);

/* directions.c */
int have_same_layout(const Problem *one, const Problem *other);

/* slices.c */
int find_partition_layer(const LanguageSearch *l);
int search_scenario_words(LanguageSearch *l, int scenario, const State *start, int jokers);

/* language_words.c */
int fits(const LanguageSearch *l, int value, int tiles);
void unite_scenarios(const LanguageSearch *l, int jokers, uint64_t *all);
Wide count_block(LanguageSearch *l, const uint64_t *language, Block block, int jokers);
void release_small(LanguageSearch *l);
Wide count_all_scenarios(LanguageSearch *l);

/* prefixes.c */
int count_by_prefixes(LanguageSearch *l, Wide *total);

#endif
