/* Sets of states that are reached by the same letters. */
#include <stdlib.h>
#include <string.h>

#include "automaton.h"

/* By class, then by what must be the same for one state to outdo another; those worth more first. */
static int in_order(const void *left, const void *right) {
    const RankedState *one = left, *other = right;
    uint64_t mine = one->state.common >> CLASS_SHIFT, yours = other->state.common >> CLASS_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    for (int half = 0; half < 2; half++)
        if (one->dominance.same[half] != other->dominance.same[half])
            return one->dominance.same[half] < other->dominance.same[half] ? -1 : 1;
    if (one->dominance.quality != other->dominance.quality) return one->dominance.quality > other->dominance.quality ? -1 : 1;
    return compare_nodes(&one->state, &other->state);
}

static int are_comparable(const RankedState *one, const RankedState *other) {
    return one->state.common >> CLASS_SHIFT == other->state.common >> CLASS_SHIFT &&
           one->dominance.same[0] == other->dominance.same[0] && one->dominance.same[1] == other->dominance.same[1];
}

/* Sort the states, and keep those that no other outdoes. */
void prune_states(Automaton *a, Vector *vector) {
    State *states = vector->items;
    size_t kept = 0, first = 0, count = vector->count;
    int64_t compared = 0;
    vector_reserve(&a->ranked, sizeof(RankedState), count + 1);
    RankedState *ranked = a->ranked.items, before;
    for (size_t at = 0; at < count; at++) {
        ranked[at].state = states[at];
        dominance_key(a, &states[at], &ranked[at].dominance);
    }
    if (count > 1) qsort(ranked, count, sizeof(RankedState), in_order);
    for (size_t at = 0; at < count; at++) {
        RankedState one = ranked[at];
        if (at && same_state(&before.state, &one.state)) continue;
        before = one;
        if (kept && !are_comparable(&one, &ranked[kept - 1])) first = kept;
        int dominated = 0;
        for (size_t rival = first; rival < kept && !dominated; rival++) {
            compared++;
            dominated = dominates(&ranked[rival].dominance, &one.dominance);
        }
        if (dominated) continue;
        compared += (int64_t)(kept - first);
        size_t stay = first;
        for (size_t rival = first; rival < kept; rival++)
            if (!dominates(&one.dominance, &ranked[rival].dominance)) ranked[stay++] = ranked[rival];
        kept = stay;
        ranked[kept++] = one;
    }
    for (size_t at = 0; at < kept; at++) states[at] = ranked[at].state;
    vector->count = kept;
    a->steps += compared / COMPARISONS_PER_STEP;
}
