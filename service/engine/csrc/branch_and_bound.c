/* One play worth so much, as soon as possible: straight down, likely states first, and nothing twice.
 *
 * Where there is none, every state that was tried has learnt how much it can come to at most. That stays true for later dives.
 */
#include <string.h>

#include "branch_and_bound.h"

enum { MOST_CEILINGS = 400000 };

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

/* --- what has been learnt ---------------------------------------------------------------------------------------- */

static Ceiling *find_ceiling(const Ceilings *ceilings, int cell, const State *state, uint32_t hash) {
    uint32_t place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&ceilings->index, hash, &slot)) != UINT32_MAX) {
        Ceiling *known = (Ceiling *)ceilings->all.items + place;
        if (known->cell == cell && same_state(&known->state, state)) return known;
    }
    return NULL;
}

static void note_ceiling(Ceilings *ceilings, int cell, const State *state, uint32_t hash, int64_t most) {
    Ceiling *known = find_ceiling(ceilings, cell, state, hash);
    if (known) {
        known->most = most;
        return;
    }
    if (ceilings->all.count == MOST_CEILINGS) { /* what is learnt now is more useful than what was learnt first */
        ceilings->all.count = 0;
        index_clear(&ceilings->index);
    }
    index_add(&ceilings->index, hash, (uint32_t)ceilings->all.count);
    *(Ceiling *)push(&ceilings->all, sizeof(Ceiling)) = (Ceiling){*state, most, cell};
}

/* --- diving ------------------------------------------------------------------------------------------------------ */

/* What is tried first: most tiles of the hand, then few runs that must still grow, since those are likelier to end well. */
static uint32_t place_in_order(const Automaton *a, const Step *step) {
    uint32_t open = 0;
    for (int lane = 0; lane < a->problem->lanes; lane++) {
        uint32_t profile = NODE(a, step->state.node[lane]).profile, bare = profile >> BARE_SHIFT;
        open += 2 * ((profile & FIELD) + (bare & FIELD)) + (profile >> BITS & FIELD) + (bare >> BITS & FIELD);
    }
    return (uint32_t)(LETTERS - step->letter) << 16 | open;
}

static int is_before(const Step *one, const Step *other) {
    if (one->how != other->how) return one->how < other->how;
    if (one->state.common != other->state.common) return one->state.common < other->state.common;
    return compare_nodes(&one->state, &other->state) < 0;
}

/* Likely steps first, of those that were added last. There are few: this is as quick as any way of sorting. */
void order_steps(Automaton *a, size_t first) {
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        steps[at].how = place_in_order(a, &steps[at]);
        Step step = steps[at];
        size_t to = at;
        for (; to > first && is_before(&step, &steps[to - 1]); to--) steps[to] = steps[to - 1];
        steps[to] = step;
    }
}

static int64_t weight_of(const Automaton *a, int cell) {
    return cell < a->problem->faces ? (int64_t)a->weights[cell] * SCALE : 0;
}

/* What the jokers played at the end are worth; dead if it is no end. */
static int64_t end_with(Dive *dive, const State *state) {
    const Problem *p = dive->a->problem;
    int played = p->played_jokers[case_of(state)], jokers = played + most_hand_jokers(dive->a, state);
    int room = p->most - (int)(state->common >> USED_SHIFT & 255);
    if (p->most && jokers > room) jokers = room;
    if (jokers < dive->least_jokers || jokers < played + fewest_hand_jokers(dive->a, state) || p->minimum > (int)(state->common & 0xFFFF)) return DEAD;
    dive->letters[p->faces] = (uint8_t)jokers;
    return (int64_t)jokers * dive->a->joker_weight * SCALE;
}

/* Adds the steps that may come to so much, likely ones first; says what the others can come to at most. */
static int64_t add_steps(Dive *dive, int cell, const State *state, int64_t need) {
    Automaton *a = dive->a;
    int64_t others = DEAD;
    size_t first = a->out.count, end = first;
    expand(a, cell, state);
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        if (steps[at].letter < dive->low[cell] || steps[at].letter > dive->high[cell]) continue;
        int64_t promise = steps[at].letter * weight_of(a, cell) + bound_of(a, cell + 1, &steps[at].state);
        if (promise < need) {
            others = larger(others, promise);
            continue;
        }
        steps[end++] = steps[at];
    }
    a->out.count = end;
    order_steps(a, first);
    return others;
}

/* What a state can come to at most: as much as is needed, or more, if and only if a play is found. */
static int64_t descend(Dive *dive, int cell, const State *state, int64_t need) {
    Automaton *a = dive->a;
    if (cell == a->problem->cells) return end_with(dive, state);
    Ceilings *ceilings = cell > dive->fixed ? &dive->free : &dive->bound;
    uint32_t hash = hash_state(state) + (uint32_t)cell * 0x9E3779B1u;
    Ceiling *known = find_ceiling(ceilings, cell, state, hash);
    if (known && known->most < need) return known->most;
    size_t first = a->out.count;
    int64_t most = add_steps(dive, cell, state, need);
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        int64_t gain = step.letter * weight_of(a, cell), total = gain + descend(dive, cell + 1, &step.state, need - gain);
        if (total >= need) {
            if (cell < a->problem->faces) dive->letters[cell] = (uint8_t)step.letter;
            return total;
        }
        if (is_out_of_steps(dive)) return DEAD;
        most = larger(most, total);
    }
    a->out.count = first;
    note_ceiling(ceilings, cell, state, hash, most);
    return most;
}

/* Looks for a play of a case that is worth so much; if there is none, says what the case can come to at most. */
int64_t dive_for(Dive *dive, int case_index, int64_t worth) {
    State start;
    dive->a->out.count = 0;
    dive->bound.all.count = 0;
    index_clear(&dive->bound.index);
    if (!start_if_room(dive->a, case_index, &start)) return DEAD;
    int64_t most = bound_of(dive->a, 0, &start);
    return most < worth ? most : descend(dive, 0, &start, worth);
}

/* From now on the letters before a face are these. */
void fix_letters(Dive *dive, const uint8_t *letters, int face) {
    memcpy(dive->low, letters, (size_t)face);
    memcpy(dive->high, letters, (size_t)face);
    dive->fixed = face;
}

void dive_open(Dive *dive, Automaton *a) {
    memset(dive, 0, sizeof *dive);
    dive->a = a;
    dive->fixed = -1;
    charge_tolls(a);
    memset(dive->high, LETTERS - 1, sizeof dive->high);
    if (!a->problem->mixed) {
        a->low = dive->low;
        a->high = dive->high;
    }
    index_open(&dive->free.index);
    index_open(&dive->bound.index);
}

void dive_close(Dive *dive) {
    dive->a->low = dive->a->high = NULL;
    drop(&dive->free.all);
    drop(&dive->bound.all);
    index_drop(&dive->free.index);
    index_drop(&dive->bound.index);
}
