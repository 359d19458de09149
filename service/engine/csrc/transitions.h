/* Transitions of a state over one layer with given letters: see transitions.c. */
#ifndef TRANSITIONS_H
#define TRANSITIONS_H

#include "automaton.h"

enum {
    MAX_LAYERS = 64,
    MAX_FACES = 64,
    LIMB_BITS = 64,
    MAX_TOGETHER = 1024, /* words that are reconstructed together */
    MAX_WIDTH = MAX_TOGETHER / LIMB_BITS,
    MAX_CHOICES = 256,
    SPLIT_COLOUR_BITS = 3 *
        SPLIT_BITS, /* how a step shares tiles out: of each colour real and wild ones in groups, and jokers in runs */
    SPLIT_GROUP_JOKERS = MAX_COLOURS * SPLIT_COLOUR_BITS
};

/* How tiles are shared out between groups and runs, and where free jokers lie. */
typedef struct {
    uint8_t group_reals[MAX_FACES], group_bound[MAX_FACES], group_jokers[MAX_LAYERS];
    uint8_t run_jokers[MAX_RUN_COLOURS][MAX_LAYERS], high_aces[MAX_RUN_COLOURS];
} Arrangement;

/* What a lane can do: tiles in groups, jokers in runs. */
typedef struct {
    uint64_t outlook; /* for the caller: see `prepare` */
    uint32_t target;
    uint8_t grouped, wild, jokers, units, starts_run; /* units of jokers: those taken now, and those needed later */
    uint8_t spare;                                    /* those that are left for later at most */
} Choice;

typedef struct {
    int count, fewest, most;      /* of choices: their units, and tiles in groups */
    int fewest_after, most_after; /* the same of all later lanes */
    Choice choices[MAX_CHOICES];
} ColourChoices;

typedef struct Enumeration Enumeration;
struct Enumeration {
    Automaton *a;
    const Arrangement *before; /* what is tried first, or NULL */
    /* Whether a choice of a lane may lead on at all. */
    int (*prepare)(Enumeration *e, Choice *choice);
    /* Of the open words those that a choice of a lane may lead on to; whether there are any. */
    int (*narrow)(Enumeration *e, int run_colour, const Choice *choice, const uint64_t *open, uint64_t *narrower);
    /* Takes a transition, with the words that it may lead on to and how it shares tiles out. */
    void (*accept)(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open);
    int layer, scenario, groups, done; /* done: no more transitions are wanted */
    int reals[MAX_COLOURS], wilds[MAX_COLOURS];
    State joined; /* in the making */
    ColourChoices run_colours[MAX_RUN_COLOURS];
};

void enumerate_transitions(Enumeration *e, int layer, const State *state, const uint8_t *letters, const uint64_t *open);

#endif
