/* Looking for one play that is worth so much: see dive.c. */
#ifndef DIVE_H
#define DIVE_H

#include "automaton.h"

/* What a state before a cell can come to at most. */
typedef struct {
    State state;
    int64_t most;
    int cell;
} CachedBound;

typedef struct {
    Vector all;
    Index index;
} BoundCache;

typedef struct {
    Automaton *a;
    int64_t steps;
    int fixed;                               /* the last cell whose letters are bound */
    uint8_t low[MAX_CELLS], high[MAX_CELLS]; /* the letters a cell may have */
    int least_jokers;                        /* that must leave the hand */
    uint8_t letters[MAX_CELLS];              /* of the play that was found, jokers last */
    BoundCache free, bound;                  /* after the last bound cell, and up to it */
} Search;

void search_open(Search *search, Automaton *a);
void search_close(Search *search);
void fix_letters(Search *search, const uint8_t *letters, int face);
int64_t search_scenario(Search *search, int scenario, int64_t value);
void order_steps(Automaton *a, size_t first);
static inline int is_out_of_steps(const Search *search) { return search->a->steps > search->steps; }

#endif
