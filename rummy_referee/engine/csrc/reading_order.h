/* A problem with its numbers in reverse order: see reading_order.c. */
#ifndef READING_ORDER_H
#define READING_ORDER_H

#include "automaton.h"

typedef struct {
    Problem problem;
    int32_t values[MAX_CELLS];
    uint8_t *bytes;
} ReversedProblem;

void reverse_problem(const Problem *p, ReversedProblem *reversed);

/* The number at a position if the numbers are in reverse order. An ace that may be high stays first. */
static inline int reversed_number(const Problem *p, int position) {
    if (p->ace_high) return position ? p->numbers_count - position : 0;
    return p->numbers_count - 1 - position;
}

/* The cell at the position of a cell if the numbers are in reverse order. The cells of the high aces stay last. */
static inline int reversed_cell(const Problem *p, int cell) {
    return cell < p->faces ? reversed_number(p, cell / p->colours) * p->colours + cell % p->colours : cell;
}

#endif
