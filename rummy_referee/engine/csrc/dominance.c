/* Dominance pruning of sets of states (a simulation preorder).
 *
 * One state dominates another if every word that leads from the other to an end also leads from it to an end, with at least
 * the same value. The test is sufficient, not necessary: both have the same scenario and the same tiles in groups so far; in
 * every run colour, the open runs of the first can stand in for those of the second (see rank_of in open_runs.c); bare runs
 * and high aces are equal; and the first has no less value, no more tiles used and enough jokers. `prune_states` keeps the
 * states of a set that no other dominates.
 *
 * Example: red has a run of three open in one state (profile 0x100), a run of two in another (0x010), and all else is equal.
 * The first dominates: it can end now, and it continues with every tile that continues the other. Two runs of one (0x002) and
 * one run of one (0x001) are not comparable: the first can take two tiles, but it must take them.
 */
#include <stdlib.h>

#include "automaton.h"

typedef struct {
    State state;
    DominanceKey dominance;
} RankedState;

void dominance_key(const Automaton *a, const State *state, DominanceKey *dominance) {
    uint32_t ranks[MAX_RUN_COLOURS] = {0}, same[MAX_RUN_COLOURS] = {0};
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++) {
        const Node *node = &NODE(a, state->node[run_colour]);
        ranks[run_colour] = node->rank;
        same[run_colour] = node->profile >> BARE_SHIFT;
    }
    for (int half = 0; half < 2; half++) {
        dominance->ranks[half] = (uint64_t)ranks[2 * half] << 32 | ranks[2 * half + 1];
        dominance->same[half] = (uint64_t)same[2 * half] << 32 | same[2 * half + 1];
    }
    dominance->quality = (uint32_t)(state->common & QUALITY_MASK);
}

/* Orders states by what must be equal for dominance, then by descending quality. */
static int compare_ranked(const void *left, const void *right) {
    const RankedState *one = left, *other = right;
    uint64_t class = one->state.common >> CLASS_SHIFT, other_class = other->state.common >> CLASS_SHIFT;
    if (class != other_class) return class < other_class ? -1 : 1;
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

/* Sorts the states of a vector and removes duplicates and dominated states. */
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
    if (count > 1) qsort(ranked, count, sizeof(RankedState), compare_ranked);
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
        size_t kept_after = first;
        for (size_t rival = first; rival < kept; rival++)
            if (!dominates(&one.dominance, &ranked[rival].dominance)) ranked[kept_after++] = ranked[rival];
        kept = kept_after;
        ranked[kept++] = one;
    }
    for (size_t at = 0; at < kept; at++) states[at] = ranked[at].state;
    vector->count = kept;
    a->steps += compared / COMPARISONS_PER_STEP;
}
