/* Transitions of a state over one layer with given letters: see transitions.c. */
#ifndef TRANSITIONS_H
#define TRANSITIONS_H

#include "automaton.h"

enum {
    MOST_LAYERS = 64,
    MOST_FACES = 64,
    WORD = 64,
    MOST_TOGETHER = 1024, /* words that are reconstructed together */
    MOST_WIDTH = MOST_TOGETHER / WORD,
    MOST_CHOICES = 256,
    HOW_LANE_BITS = 3 * HOW_BITS, /* how a step shares tiles out: of each colour real and wild ones in groups, and jokers in runs */
    HOW_GROUP_JOKERS = MOST_COLOURS * HOW_LANE_BITS
};

/* How tiles are shared out between groups and runs, and where free jokers lie. */
typedef struct {
    uint8_t group_reals[MOST_FACES], group_bound[MOST_FACES], group_jokers[MOST_LAYERS];
    uint8_t run_jokers[MOST_LANES][MOST_LAYERS], aces_put_off[MOST_LANES];
} Shares;

/* What a lane can do: tiles in groups, jokers in runs. */
typedef struct {
    uint64_t outlook; /* for the caller: see `prepare` */
    uint32_t target;
    uint8_t grouped, wild, jokers, units, begins; /* units of jokers: those taken now, and those needed later */
    uint8_t spare;                                /* those that are left for later at most */
} Choice;

typedef struct {
    int count, fewest, most; /* of choices: their units, and tiles in groups */
    int fewest_after, most_after; /* the same of all later lanes */
    Choice choices[MOST_CHOICES];
} LaneChoices;

typedef struct Enumeration Enumeration;
struct Enumeration {
    Automaton *a;
    const Shares *before; /* what is tried first, or NULL */
    /* Whether a choice of a lane may lead on at all. */
    int (*prepare)(Enumeration *e, Choice *choice);
    /* Of the open words those that a choice of a lane may lead on to; whether there are any. */
    int (*narrow)(Enumeration *e, int lane, const Choice *choice, const uint64_t *open, uint64_t *narrower);
    /* Takes a transition, with the words that it may lead on to and how it shares tiles out. */
    void (*land)(Enumeration *e, const State *state, uint64_t how, const uint64_t *open);
    int layer, case_index, groups, done; /* done: no more transitions are wanted */
    int reals[MOST_COLOURS], wilds[MOST_COLOURS];
    State joined; /* in the making */
    LaneChoices lanes[MOST_LANES];
};

void enumerate_transitions(Enumeration *e, int layer, const State *state, const uint8_t *letters, const uint64_t *open);

#endif
