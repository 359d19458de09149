/* Depth-first branch and bound for one play: see branch_and_bound.c. */
#ifndef BRANCH_AND_BOUND_H
#define BRANCH_AND_BOUND_H

#include "automaton.h"

/* An upper bound on the value that a state before a cell can still reach. */
typedef struct {
    State state;
    int64_t bound;
    int cell;
} CachedBound;

typedef struct {
    Vector bounds;
    Index index;
} BoundCache;

typedef struct {
    Automaton *a;
    int64_t step_limit;                      /* the search gives up when the automaton has counted more */
    int fixed;                               /* the last cell whose letters are restricted, or -1 */
    uint8_t low[MAX_CELLS], high[MAX_CELLS]; /* the letters allowed, by cell */
    int min_jokers;                          /* jokers that must leave the hand */
    uint8_t letters[MAX_CELLS];              /* the word found, jokers last */
    BoundCache free, restricted;             /* bounds after the cell `fixed`, which stay valid, and up to it, which do not */
} Search;

void search_open(Search *search, Automaton *a);
void search_close(Search *search);
void fix_letters(Search *search, const uint8_t *letters, int face);
int64_t search_scenario(Search *search, int scenario, int64_t value);
void order_steps(Automaton *a, size_t first);
static inline int is_out_of_steps(const Search *search) { return must_end(search->a, search->step_limit); }

#endif
