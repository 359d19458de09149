/* A problem with its numbers in the other order: see directions.c. */
#ifndef DIRECTIONS_H
#define DIRECTIONS_H

#include "automaton.h"

typedef struct {
    Problem problem;
    int32_t numbers[MAX_CELLS];
    uint8_t *bytes;
} ReversedProblem;

void reverse_problem(const Problem *p, ReversedProblem *reversed);

/* The number that is read at a place, if they are read the other way round. */
static inline int reversed_number(const Problem *p, int place) {
    if (p->ace_high) return place ? p->numbers_count - place : 0;
    return p->numbers_count - 1 - place;
}

/* The cell that is read at the place of another, if they are read the other way round. Aces put off stay at the end. */
static inline int reversed_cell(const Problem *p, int cell) {
    return cell < p->faces ? reversed_number(p, cell / p->colours) * p->colours + cell % p->colours : cell;
}

#endif
