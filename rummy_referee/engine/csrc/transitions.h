/* Transitions of a state over a layer with given letters: see transitions.c. */
#ifndef TRANSITIONS_H
#define TRANSITIONS_H

#include "automaton.h"

enum {
    LIMB_BITS = 64,
    MAX_BATCH = 1024,                        /* words that are reconstructed together */
    MAX_BATCH_LIMBS = MAX_BATCH / LIMB_BITS, /* limbs of a set of them */
    MAX_CHOICES = 256
};

/* A split code: the tiles of a layer in groups and the free jokers, in counts of 4 bits. The same layout packs the tiles of a
 * layer that lie in runs.
 *
 *   bits 12c .. 12c+3    real tiles of colour c
 *   bits 12c+4 .. 12c+7  jokers bound to colour c
 *   bits 12c+8 .. 12c+11 free jokers in runs of colour c
 *   bits 48 ..           free jokers in groups
 */
enum {
    BOUND_SHIFT = 4,
    RUN_JOKERS_SHIFT = 8,
    COLOUR_BITS = 12,
    COLOUR_MASK = (1 << COLOUR_BITS) - 1,
    GROUP_JOKERS_SHIFT = MAX_COLOURS * COLOUR_BITS
};

/* How the tiles of a table are divided between groups and runs, and where the free jokers are. */
typedef struct {
    uint8_t group_reals[MAX_FACES], group_bound[MAX_FACES], group_jokers[MAX_LAYERS];
    uint8_t run_jokers[MAX_RUN_COLOURS][MAX_LAYERS], high_aces[MAX_RUN_COLOURS];
} Arrangement;

/* What one run colour does in a layer: it puts tiles into groups, and its other tiles and some jokers into runs. */
typedef struct {
    uint64_t suffixes;                         /* for the callbacks: see `prepare` */
    uint32_t target;                           /* node */
    uint8_t grouped, wild, jokers, starts_run; /* grouped: real tiles in groups; wild: bound jokers in groups */
    uint8_t units;                             /* of jokers that it takes now or needs later */
    uint8_t spare;                             /* the largest number of units that are left for later */
} Choice;

typedef struct {
    int count;
    int min_units, max_grouped;             /* of the choices: units, and tiles in groups */
    int min_units_after, max_grouped_after; /* the same, summed over the later run colours */
    Choice choices[MAX_CHOICES];
} ColourChoices;

typedef struct Enumeration Enumeration;
struct Enumeration {
    Automaton *a;
    const Arrangement *before; /* transitions close to it come first; NULL: the order does not matter */
    /* Returns whether a choice may lead to an open word. It may set the choice's `suffixes`. NULL: every choice may. */
    int (*prepare)(Enumeration *e, Choice *choice);
    /* Sets `narrower` to the open words that remain possible with a choice. Returns whether there are any. */
    int (*narrow)(Enumeration *e, const Choice *choice, const uint64_t *open, uint64_t *narrower);
    /* Receives a transition, its split code and the open words that remain possible. */
    void (*accept)(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open);
    int done; /* set by `accept` to end the enumeration */
    /* The rest is internal. */
    int layer, scenario, groups; /* groups: the largest possible number of them */
    int reals[MAX_COLOURS], wilds[MAX_COLOURS];
    State joined; /* under construction */
    ColourChoices run_colours[MAX_RUN_COLOURS];
};

void enumerate_transitions(Enumeration *e, int layer, const State *state, const uint8_t *letters, const uint64_t *open);

#endif
