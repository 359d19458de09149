/* Transitions of a state over a layer with given letters: see transitions.c. */
#ifndef TRANSITIONS_H
#define TRANSITIONS_H

#include "automaton.h"

enum {
    MAX_LAYERS = 64,
    MAX_FACES = 64,
    LIMB_BITS = 64,
    MAX_TOGETHER = 1024,                  /* words that are reconstructed together */
    MAX_WIDTH = MAX_TOGETHER / LIMB_BITS, /* limbs of a set of them */
    MAX_CHOICES = 256,
    SPLIT_COLOUR_BITS = 3 * SPLIT_BITS, /* of a colour in a split code: reals in groups, wilds in groups, jokers in runs */
    SPLIT_GROUP_JOKERS = MAX_COLOURS * SPLIT_COLOUR_BITS /* shift of the jokers in groups */
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
    /* Returns whether a choice may lead to an open word. It may set the choice's `suffixes`. */
    int (*prepare)(Enumeration *e, Choice *choice);
    /* Sets `narrower` to the open words that remain possible with a choice. Returns whether there are any. */
    int (*narrow)(Enumeration *e, int run_colour, const Choice *choice, const uint64_t *open, uint64_t *narrower);
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
