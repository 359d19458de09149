/* Paths of words through the layers: see paths.c. */
#ifndef PATHS_H
#define PATHS_H

#include "reconstruct.h"

/* A state that lacks queried suffixes: no state that it dominates has them. */
typedef struct {
    DominanceKey dominance;
    uint64_t class;
    const uint64_t *found; /* of its PathState */
} FailedState;

/* The different suffixes of the words from a layer on, numbered in the order of their first letters. */
typedef struct {
    int count;
    uint32_t limbs; /* of a bitset of suffixes */
    int letters_count;
    uint32_t *letters;        /* the different letters of the words in the layer, one byte for each colour */
    int32_t *first;           /* by letters: the first suffix that starts with them */
    const uint16_t *of_words; /* by word: its suffix */
    const uint16_t *next;     /* by suffix: the suffix after the layer */
    uint64_t *queried;        /* the query of the next search from this layer */
    Vector failed;            /* FailedState */
} Suffixes;

/* A state before a layer. */
typedef struct {
    State state;
    int32_t layer;
    int32_t failed_checked; /* how many failed states it was compared with */
    int32_t is_failed;      /* whether it is among them */
    uint64_t *found;        /* bitsets of suffixes: those with a path, then those whose answer is known */
    int32_t *steps;         /* by suffix: the first step of its path */
} PathState;

/* A step over one layer. */
typedef struct {
    uint64_t split_code; /* see transitions.h */
    int32_t next;        /* the path state after it */
    uint16_t letters;
    uint8_t jokers_left;
    uint8_t is_read;     /* whether the fields below are set */
    uint64_t run_counts; /* packed counts of the tiles in runs */
    int32_t groups;      /* the part with the groups, or -1 */
} PathStep;

typedef struct {
    Automaton *a;
    const Problem *p;
    int64_t step_limit; /* of the automaton */
    int layers, exhausted;
    const Arrangement *before;
    Vector states, steps;  /* PathState, PathStep */
    Index index;           /* of states */
    Vector chunks;         /* void *: memory of all arrays above */
    size_t used, capacity; /* of the last chunk */
    const uint16_t *identity;
    Suffixes suffixes[MAX_LAYERS + 1];
} Paths;

static inline int letter_of(uint32_t letters, int colour) { return letters >> 8 * colour & 255; }

static inline int has_bit(const uint64_t *bits, size_t at) { return (int)(bits[at / LIMB_BITS] >> at % LIMB_BITS & 1); }

static inline void set_bit(uint64_t *bits, size_t at) { bits[at / LIMB_BITS] |= (uint64_t)1 << at % LIMB_BITS; }

/* suffixes.c */
void *paths_allocate(Paths *paths, size_t bytes);
void find_suffixes(Paths *paths, const uint8_t *const *words, int count);

/* paths.c */
void paths_open(Paths *paths, Automaton *a, int64_t step_limit, const Arrangement *before);
void paths_close(Paths *paths);
int32_t find_paths(Paths *paths, const State *start);

#endif
