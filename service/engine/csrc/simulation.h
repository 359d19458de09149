/* Which nodes can do all that others can: see abilities.c. */
#ifndef ABILITIES_H
#define ABILITIES_H

#include "automaton.h"

typedef struct {
    size_t words;      /* 64s of bits for a node */
    uint64_t *outdone; /* by node: those of its class that it outdoes, each a bit */
    uint32_t *seats;   /* by node: its bit */
    uint32_t *counts;  /* by node: how many it outdoes */
    uint16_t *marks;   /* by node: bits that it has if a node has them that it outdoes */
} Abilities;

Abilities *find_abilities(Automaton *a);
void drop_abilities(Abilities *abilities);

/* Whether a node can do all that another of its class can, with no more jokers. */
static inline int can_as_much(const Abilities *abilities, uint32_t one, uint32_t other) {
    uint32_t seat = abilities->seats[other];
    return (int)(abilities->outdone[one * abilities->words + seat / 64] >> seat % 64 & 1);
}

/* Whether all words of a state are words of another of its case; qualities are the lowest bits of their common words. Jokers that no run
 * takes in may not be left over, so where they could be, nothing is said of states without a run. */
static inline int can_all_as_much(const Abilities *abilities, const Problem *p, uint32_t mine, const uint32_t *my_nodes, uint32_t yours,
                                  const uint32_t *your_nodes) {
    int left = (int)(mine >> LEFT_SHIFT & 15) - (int)(yours >> LEFT_SHIFT & 15), has_run = (int)(mine >> RUN_SHIFT & 1);
    if (p->lazy ? !has_run || left < 0 : left) return 0;
    if ((mine & 0xFFFF) < (yours & 0xFFFF) || (mine >> USED_SHIFT & 255) > (yours >> USED_SHIFT & 255)) return 0;
    for (int lane = 0; lane < p->lanes; lane++)
        if (!can_as_much(abilities, my_nodes[lane], your_nodes[lane])) return 0;
    return 1;
}

#endif
