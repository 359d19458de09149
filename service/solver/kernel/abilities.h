/* Which nodes can do all that others can: see abilities.c. */
#ifndef ABILITIES_H
#define ABILITIES_H

#include "plays.h"

typedef struct {
    size_t words;      /* 64s of bits for a node */
    uint64_t *outdone; /* by node: those of its class that it outdoes, each a bit */
    uint32_t *seats;   /* by node: its bit */
    uint32_t *counts;  /* by node: how many it outdoes */
} Abilities;

int find_abilities(Automaton *a, Abilities *abilities);
void drop_abilities(Abilities *abilities);

/* Whether a node can do all that another of its class can, with no more jokers. */
static inline int can_as_much(const Abilities *abilities, uint32_t one, uint32_t other) {
    uint32_t seat = abilities->seats[other];
    return (int)(abilities->outdone[one * abilities->words + seat / 64] >> seat % 64 & 1);
}

#endif
