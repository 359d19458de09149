/* Sets of states that are reached by the same letters. */
#include <stdlib.h>
#include <string.h>

#include "plays.h"

static int in_order(const void *left, const void *right) {
    const State *one = left, *other = right;
    uint64_t mine = one->common >> CLASS_SHIFT, yours = other->common >> CLASS_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    int quality = (int)(one->common & QUALITY), rival = (int)(other->common & QUALITY);
    if (quality != rival) return quality > rival ? -1 : 1;
    return compare_nodes(one, other);
}

/* Sort the states, and keep those that no other outdoes. */
void prune_states(Automaton *a, Vector *vector) {
    State *states = vector->items;
    size_t kept = 0, first = 0;
    int64_t compared = 0;
    if (vector->count > 1) qsort(states, vector->count, sizeof(State), in_order);
    reserve(&a->strengths, sizeof(Strength), vector->count + 1);
    Strength *strengths = a->strengths.items, strength;
    State before = {0};
    for (size_t at = 0; at < vector->count; at++) {
        State state = states[at];
        if (at && same_state(&before, &state)) continue;
        before = state;
        if (kept && state.common >> CLASS_SHIFT != states[kept - 1].common >> CLASS_SHIFT) first = kept;
        int outdone = 0;
        weigh(a, &state, &strength);
        for (size_t rival = first; rival < kept && !outdone; rival++) {
            compared++;
            outdone = outdoes(&strengths[rival], &strength);
        }
        if (outdone) continue;
        compared += (int64_t)(kept - first);
        size_t stay = first;
        for (size_t rival = first; rival < kept; rival++)
            if (!outdoes(&strength, &strengths[rival])) {
                strengths[stay] = strengths[rival];
                states[stay++] = states[rival];
            }
        kept = stay;
        strengths[kept] = strength;
        states[kept++] = state;
    }
    vector->count = kept;
    a->steps += compared / COMPARISONS_PER_STEP;
}
