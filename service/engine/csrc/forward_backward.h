/* All states of a hand, as they are swept over: see sweep.c. */
#ifndef SWEEP_H
#define SWEEP_H

#include "simulation.h"
#include "language.h"

/* The states before a layer, and their leaps over it. */
typedef struct {
    Vector states;
    Vector reached; /* by state: the first letters that lead to it, each a bit */
    size_t width;   /* of these, in 64s of bits: 0 if they are too many */
    Vector firsts;  /* by state and letters: the first leap; and where the last ones end */
    Vector targets; /* of all leaps: places of states of the next layer */
    Index index;
} Swept;

/* Where words begin: a case, with so many jokers of the hand. */
typedef struct {
    uint32_t place;
    int32_t root;
} Start;

typedef struct {
    Languages *l;
    Vector piles;     /* of states that are compared: see outdone.c */
    int64_t compared; /* how often that was done */
    Swept *layers;
    Vector starts;
    size_t prefixes;                /* how many first letters there are before the layer that is swept over, those of all starts */
    size_t states, leaps;
    int meeting;                    /* the layer before which the sweeps meet */
    uint64_t *words;                /* of all states before it */
    uint32_t *marks, front;         /* by state: the last front that has it; and the number of the last front */
    Vector fronts[MOST_LAYERS + 1]; /* places of states, before each layer up to the meeting */
} Sweep;

static inline uint64_t *reached_by(const Swept *swept, size_t place) { return (uint64_t *)swept->reached.items + place * swept->width; }

/* outdone.c */
void leave_out_outdone(Sweep *sweep, int layer);

#endif
