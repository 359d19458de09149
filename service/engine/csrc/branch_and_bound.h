/* Looking for one play that is worth so much: see dive.c. */
#ifndef DIVE_H
#define DIVE_H

#include "automaton.h"

/* What a state before a cell can come to at most. */
typedef struct {
    State state;
    int64_t most;
    int cell;
} Ceiling;

typedef struct {
    Vector all;
    Index index;
} Ceilings;

typedef struct {
    Automaton *a;
    int64_t steps;
    int fixed;                                 /* the last cell whose letters are bound */
    uint8_t low[MOST_CELLS], high[MOST_CELLS]; /* the letters a cell may have */
    int least_jokers;                          /* that must leave the hand */
    uint8_t letters[MOST_CELLS];               /* of the play that was found, jokers last */
    Ceilings free, bound;                      /* after the last bound cell, and up to it */
} Dive;

void dive_open(Dive *dive, Automaton *a);
void dive_close(Dive *dive);
void fix_letters(Dive *dive, const uint8_t *letters, int face);
int64_t dive_for(Dive *dive, int case_index, int64_t worth);
void order_steps(Automaton *a, size_t first);
static inline int is_out_of_steps(const Dive *dive) { return dive->a->steps > dive->steps; }

#endif
