/* Languages as bitsets. The layout of words is described in word_layout.c, the search in language.c. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include "queries.h"
#include "transitions.h"

enum {
    /* Limits in limbs (64 bits each). */
    FIRST_CHUNK = 1 << 12,
    LARGEST_CHUNK = 1 << 16,
    MAX_SEARCH_LIMBS = 16000000,
    MAX_LIMBS = 1 << 15,             /* one language: enough for 20 tiles, even if some are there twice */
    MAX_LIMBS_AFTER_PREFIX = 1 << 9, /* one language, if the words are too many for bitsets: see determinise.c */
    MAX_PART_LIMBS = 1 << 11,        /* one language after a prefix: see prefix_partition.c */
    MAX_SUFFIX_LIMBS = 1 << 7,       /* one set of colour suffixes: see suffix_bounds.c */
    MAX_LANGUAGE_LIMBS = 1 << 22,    /* the languages of all scenarios and numbers of jokers */
    /* Other limits. */
    MAX_CHUNKS = 256,
    MAX_EXPLORED = 400000,
    MAX_FRONTIER_STATES = 1 << 19,
    MAX_BOUNDED_TILES = 16, /* after a prefix there are fewer tiles, since each tile at least doubles the words */
    /* Work that counts as one step. */
    LIMBS_PER_STEP = 16,
    COMPARISONS_PER_CACHE_STEP = 64
};

/* The layout of the bitsets of words from a cell on: one block for each first letter. */
typedef struct {
    int letters, narrow; /* narrow: all blocks lie in one limb */
    uint32_t bits, limbs;
} Layout;

/* Letters of all cells of a layer, and the position of the block of words that begin with them. */
typedef struct {
    uint8_t letters[MAX_COLOURS];
    uint32_t limb, shift;
} Letters;

/* A block of words with the same first letters: its position, the next cell, and the value and tiles of the letters so far. */
typedef struct {
    size_t limb;
    uint32_t shift;
    int cell, value, used;
} Block;

/* What is compared to find out whether one state dominates another. */
typedef struct {
    uint64_t filter; /* of all its nodes: most comparisons end here */
    uint64_t class;
    DominanceKey dominance;
} Signature;

/* A successor of a state over a layer. */
typedef struct {
    State state;
    uint64_t open;     /* an upper bound on the queried words in its language, if a language is one limb */
    uint32_t priority; /* transitions with a higher one are tried first */
    Signature signature;
} Transition;

/* The known part of a language: words found to be in it, words that are decided, and how many cached states were compared. */
typedef struct {
    uint64_t *language, *decided;
    int32_t accepting_checked, rejecting_checked;
} PartialLanguage;

/* A state before a layer whose transitions were searched. */
typedef struct {
    State state;
    PartialLanguage partial;
    int32_t layer;
    uint8_t accepting, rejecting; /* whether it is in these lists of the dominance cache */
} ExploredState;

typedef struct {
    Signature signature;
    int32_t explored; /* index */
} CachedState;

/* The states that a prefix leads to, and the position of its words in the language `root`. */
typedef struct {
    const uint64_t *root;
    Span states;
    size_t limb;
    uint32_t shift;
} Frontier;

struct LanguageSearch {
    const Problem *problem;
    Automaton *a;
    int64_t step_limit; /* on the steps that the automaton counts */
    int exhausted;      /* a limit was reached */
    int layers;
    /* Result. */
    int listed;       /* whether every word has a bit; otherwise words are only counted */
    uint64_t **roots; /* if listed: languages by scenario and hand jokers, or NULL */
    Wide total;
    /* Layout: see word_layout.c. */
    Layout layouts[MAX_CELLS + 1]; /* by cell */
    int max_tiles[MAX_CELLS + 1];  /* the largest sum of letters from a cell on */
    uint32_t max_limbs;
    uint32_t width[MAX_LAYERS + 1]; /* limbs of a language before a layer */
    Vector letters;                 /* of all layers */
    Span letters_of[MAX_LAYERS + 1];
    const uint64_t *full[MAX_LAYERS + 1]; /* all words */
    /* Buffers by layer. One is enough, since a query about a layer causes queries about later layers only. */
    uint64_t *queried[MAX_LAYERS + 1], *kept[MAX_LAYERS + 1];
    PartialLanguage temporary[MAX_LAYERS + 1]; /* of a state that is not explored */
    uint64_t *open, *found_before;             /* scratch */
    uint64_t *none;                            /* the empty language, shared by most states */
    /* Explored states and their transitions: see language.c. */
    Vector explored;
    Index explored_index;
    Vector transitions;
    /* Colour suffixes: see suffix_bounds.c. */
    uint64_t **colour_suffixes; /* by node */
    size_t suffix_nodes;        /* length of colour_suffixes */
    uint64_t *suffix_buffers[MAX_LAYERS];
    /* Dominance cache: see dominance_cache.c. */
    Vector accepting[MAX_LAYERS], rejecting[MAX_LAYERS]; /* of CachedState */
    int32_t failures[MAX_LAYERS];                        /* states without any of the queried words */
    /* Prefix partition: see prefix_partition.c. */
    int partition_layer;
    Vector frontiers[MAX_LAYERS + 1];        /* states that the current prefix leads to, by layer up to partition_layer */
    Vector known_frontiers, frontier_states; /* of earlier prefixes, before partition_layer */
    Index frontier_index;
    uint64_t *part;                     /* excluded words after a prefix */
    uint64_t *excluded[MAX_JOKERS + 1]; /* by jokers of a word: words that need no query */
    /* Counting: see language_queries.c. */
    /* By cell and tiles: the words from the cell on with at most that many tiles, or NULL. */
    uint64_t *bounded[MAX_CELLS + 1][MAX_BOUNDED_TILES];
    /* Memory in chunks: see language_search.c. */
    uint64_t *chunks[MAX_CHUNKS];
    int chunks_count, buffer_chunks; /* buffer_chunks: those that clear_states keeps */
    size_t chunk_used, chunk_size;   /* of the last chunk */
    size_t allocated;                /* size of all chunks */
    size_t used_by_buffers, allocated_by_buffers;
};

/* word_layout.c */
void layout_words(const Problem *p, Layout *layouts);
void find_max_tiles(LanguageSearch *l);
void open_buffers(LanguageSearch *l);

static inline int cell_before(const Problem *p, int layer) { return layer <= p->numbers_count ? layer * p->colours : p->cells; }

/* The words of a block that continue with a letter. */
static inline Block block_after(const LanguageSearch *l, Block block, int letter) {
    const Problem *p = l->problem;
    const Layout *after = &l->layouts[block.cell + 1];
    if (l->layouts[block.cell].narrow)
        block.shift += (uint32_t)letter * after->bits;
    else
        block.limb += (size_t)letter * after->limbs;
    if (block.cell < p->faces) block.value += letter * p->values[block.cell / p->colours];
    block.used += letter;
    block.cell++;
    return block;
}

static inline const Letters *letters_at(const LanguageSearch *l, int layer, int32_t index) {
    return (Letters *)l->letters.items + l->letters_of[layer].first + index;
}

/* Adds letters + w to a language for each word w of `next`, a language before the next layer. */
static inline void unite(const LanguageSearch *l, int layer, const Letters *letters, const uint64_t *next, uint64_t *language) {
    uint32_t limbs = l->width[layer + 1];
    if (limbs == 1)
        language[letters->limb] |= next[0] << letters->shift;
    else
        for (uint32_t limb = 0; limb < limbs; limb++) language[letters->limb + limb] |= next[limb];
}

/* language_search.c */
uint64_t *allocate_limbs(LanguageSearch *l, size_t limbs);
LanguageSearch *copy_words(const LanguageSearch *l);
void clear_states(LanguageSearch *l);
void trim_states(LanguageSearch *l);

/* The words of a scenario with `jokers` jokers, or NULL. Words of an earlier scenario may be missing. */
static inline const uint64_t *language_of(const LanguageSearch *l, int scenario, int jokers) {
    int hand_jokers = jokers - l->problem->played_jokers[scenario];
    return hand_jokers < 0 || hand_jokers >= MAX_JOKERS ? NULL : l->roots[scenario * MAX_JOKERS + hand_jokers];
}

/* language.c */
const uint64_t *query_state(LanguageSearch *l, int layer, const State *state, const uint64_t *excluded);
const uint64_t *find_language(LanguageSearch *l, int layer, const State *state, const Signature *signature);
uint64_t *own_language(LanguageSearch *l, int layer, PartialLanguage *partial);
void add_transitions(LanguageSearch *l, int layer, const State *state, int32_t letters, const uint64_t *open);

/* suffix_bounds.c */
void colour_suffixes_open(LanguageSearch *l);
void colour_suffixes_extend(LanguageSearch *l);
void colour_suffixes_clear(LanguageSearch *l);
void colour_suffixes_release(LanguageSearch *l);
const uint64_t *compute_colour_suffixes(LanguageSearch *l, int layer, uint32_t node);

/* The colour suffixes of a node before a layer, with `units` units of jokers. */
static inline const uint64_t *find_colour_suffixes(LanguageSearch *l, int layer, uint32_t node, int units) {
    const uint64_t *suffixes = l->colour_suffixes[node];
    if (layer == l->layers || l->width[layer] > MAX_SUFFIX_LIMBS) return l->full[layer];
    return (suffixes ? suffixes : compute_colour_suffixes(l, layer, node)) + (size_t)units * l->width[layer];
}

/* The colour suffixes of one run colour of a state, if the others take no more jokers than they need. `needs`: units of all. */
static inline const uint64_t *colour_suffixes_of(LanguageSearch *l, int layer, const State *state, int run_colour, int needs) {
    if (layer == l->layers || l->problem->mixed) return l->full[layer];
    int units = UNITS * jokers_left(state) - needs + NODE(l->a, state->node[run_colour]).need;
    return find_colour_suffixes(l, layer, state->node[run_colour], units);
}

/* dominance_cache.c */
Signature signature_of(const LanguageSearch *l, const State *state);
void cache_state(LanguageSearch *l, int layer, int32_t explored);
int apply_cache(LanguageSearch *l, int layer, const Signature *signature, PartialLanguage *partial);
int query_dominating_state(LanguageSearch *l, int layer, int32_t explored);
void cache_clear(LanguageSearch *l);
void cache_release(LanguageSearch *l);

/* Whether one state certainly has all words of another. */
static inline int signature_dominates(const Signature *one, const Signature *other) {
    return !(other->filter & ~one->filter) && one->class == other->class && dominates(&one->dominance, &other->dominance);
}

/* A hash of a sorted set of states. */
static inline uint32_t hash_states(const Vector *states) {
    uint32_t hash = (uint32_t)states->count;
    for (size_t at = 0; at < states->count; at++) hash = hash * 0x9E3779B1u ^ hash_state((State *)states->items + at);
    return hash;
}

/* prefix_partition.c */
int find_partition_layer(const LanguageSearch *l);
int find_all_words(LanguageSearch *l);

/* language_queries.c */
int fits(const LanguageSearch *l, int value, int tiles);
Wide count_block(LanguageSearch *l, const uint64_t *language, Block block, int jokers);
Wide count_all_scenarios(LanguageSearch *l);
void release_bounded(LanguageSearch *l);

/* determinise.c */
int count_by_prefixes(LanguageSearch *l, Wide *total);

#endif
