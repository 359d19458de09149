/* Sets of states that are reached by the same letters. */
#include <stdlib.h>
#include <string.h>

#include "automaton.h"

/* By class, then by what must be the same for one state to outdo another; those worth more first. */
static int in_order(const void *left, const void *right) {
    const Weighed *one = left, *other = right;
    uint64_t mine = one->state.common >> CLASS_SHIFT, yours = other->state.common >> CLASS_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    for (int half = 0; half < 2; half++)
        if (one->strength.same[half] != other->strength.same[half])
            return one->strength.same[half] < other->strength.same[half] ? -1 : 1;
    if (one->strength.quality != other->strength.quality) return one->strength.quality > other->strength.quality ? -1 : 1;
    return compare_nodes(&one->state, &other->state);
}

static int are_comparable(const Weighed *one, const Weighed *other) {
    return one->state.common >> CLASS_SHIFT == other->state.common >> CLASS_SHIFT &&
           one->strength.same[0] == other->strength.same[0] && one->strength.same[1] == other->strength.same[1];
}

/* Sort the states, and keep those that no other outdoes. */
void prune_states(Automaton *a, Vector *vector) {
    State *states = vector->items;
    size_t kept = 0, first = 0, count = vector->count;
    int64_t compared = 0;
    reserve(&a->weighed, sizeof(Weighed), count + 1);
    Weighed *weighed = a->weighed.items, before;
    for (size_t at = 0; at < count; at++) {
        weighed[at].state = states[at];
        weigh(a, &states[at], &weighed[at].strength);
    }
    if (count > 1) qsort(weighed, count, sizeof(Weighed), in_order);
    for (size_t at = 0; at < count; at++) {
        Weighed one = weighed[at];
        if (at && same_state(&before.state, &one.state)) continue;
        before = one;
        if (kept && !are_comparable(&one, &weighed[kept - 1])) first = kept;
        int outdone = 0;
        for (size_t rival = first; rival < kept && !outdone; rival++) {
            compared++;
            outdone = outdoes(&weighed[rival].strength, &one.strength);
        }
        if (outdone) continue;
        compared += (int64_t)(kept - first);
        size_t stay = first;
        for (size_t rival = first; rival < kept; rival++)
            if (!outdoes(&one.strength, &weighed[rival].strength)) weighed[stay++] = weighed[rival];
        kept = stay;
        weighed[kept++] = one;
    }
    for (size_t at = 0; at < kept; at++) states[at] = weighed[at].state;
    vector->count = kept;
    a->steps += compared / COMPARISONS_PER_STEP;
}
