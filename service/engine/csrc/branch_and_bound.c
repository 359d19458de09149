/* One play worth so much, as soon as possible: straight down, likely states first, and nothing twice.
 *
 * Where there is none, every state that was tried has learnt how much it can come to at most. That stays true for later dives.
 */
#include <string.h>

#include "branch_and_bound.h"

enum { MAX_CACHED_BOUNDS = 400000 };

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

/* --- what has been learnt ---------------------------------------------------------------------------------------- */

static CachedBound *find_bound(const BoundCache *cache, int cell, const State *state, uint32_t hash) {
    uint32_t place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&cache->index, hash, &slot)) != UINT32_MAX) {
        CachedBound *known = (CachedBound *)cache->all.items + place;
        if (known->cell == cell && same_state(&known->state, state)) return known;
    }
    return NULL;
}

static void store_bound(BoundCache *cache, int cell, const State *state, uint32_t hash, int64_t most) {
    CachedBound *known = find_bound(cache, cell, state, hash);
    if (known) {
        known->most = most;
        return;
    }
    if (cache->all.count == MAX_CACHED_BOUNDS) { /* what is learnt now is more useful than what was learnt first */
        cache->all.count = 0;
        index_clear(&cache->index);
    }
    index_add(&cache->index, hash, (uint32_t)cache->all.count);
    *(CachedBound *)vector_push(&cache->all, sizeof(CachedBound)) = (CachedBound){*state, most, cell};
}

/* --- diving ------------------------------------------------------------------------------------------------------ */

/* What is tried first: most tiles of the hand, then few runs that must still grow, since those are likelier to end well. */
static uint32_t priority_of(const Automaton *a, const Step *step) {
    uint32_t open = 0;
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++) {
        uint32_t profile = NODE(a, step->state.node[run_colour]).profile, bare = profile >> BARE_SHIFT;
        open += 2 * ((profile & COUNT_MASK) + (bare & COUNT_MASK)) + (profile >> COUNT_BITS & COUNT_MASK) +
                (bare >> COUNT_BITS & COUNT_MASK);
    }
    return (uint32_t)(LETTERS - step->letter) << 16 | open;
}

static int is_before(const Step *one, const Step *other) {
    if (one->split_code != other->split_code) return one->split_code < other->split_code;
    if (one->state.common != other->state.common) return one->state.common < other->state.common;
    return compare_nodes(&one->state, &other->state) < 0;
}

/* Likely steps first, of those that were added last. There are few: this is as quick as any way of sorting. */
void order_steps(Automaton *a, size_t first) {
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        steps[at].split_code = priority_of(a, &steps[at]);
        Step step = steps[at];
        size_t to = at;
        for (; to > first && is_before(&step, &steps[to - 1]); to--) steps[to] = steps[to - 1];
        steps[to] = step;
    }
}

static int64_t weight_of(const Automaton *a, int cell) { return cell < a->problem->faces ? (int64_t)a->weights[cell] * SCALE : 0; }

/* What the jokers played at the end are worth; dead if it is no end. */
static int64_t end_with(Search *search, const State *state) {
    const Problem *p = search->a->problem;
    int played = p->played_jokers[scenario_of(state)], jokers = played + max_hand_jokers(search->a, state);
    int room = p->cap - (int)(state->common >> USED_SHIFT & 255);
    if (p->cap && jokers > room) jokers = room;
    if (jokers < search->least_jokers || jokers < played + min_hand_jokers(search->a, state) ||
        p->minimum > (int)(state->common & 0xFFFF))
        return INFEASIBLE;
    search->letters[p->faces] = (uint8_t)jokers;
    return (int64_t)jokers * search->a->joker_weight * SCALE;
}

/* Adds the steps that may come to so much, likely ones first; says what the others can come to at most. */
static int64_t add_steps(Search *search, int cell, const State *state, int64_t need) {
    Automaton *a = search->a;
    int64_t others = INFEASIBLE;
    size_t first = a->out.count, end = first;
    expand(a, cell, state);
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        if (steps[at].letter < search->low[cell] || steps[at].letter > search->high[cell]) continue;
        int64_t priority = steps[at].letter * weight_of(a, cell) + upper_bound(a, cell + 1, &steps[at].state);
        if (priority < need) {
            others = larger(others, priority);
            continue;
        }
        steps[end++] = steps[at];
    }
    a->out.count = end;
    order_steps(a, first);
    return others;
}

/* What a state can come to at most: as much as is needed, or more, if and only if a play is found. */
static int64_t descend(Search *search, int cell, const State *state, int64_t need) {
    Automaton *a = search->a;
    if (cell == a->problem->cells) return end_with(search, state);
    BoundCache *cache = cell > search->fixed ? &search->free : &search->bound;
    uint32_t hash = hash_state(state) + (uint32_t)cell * 0x9E3779B1u;
    CachedBound *known = find_bound(cache, cell, state, hash);
    if (known && known->most < need) return known->most;
    size_t first = a->out.count;
    int64_t most = add_steps(search, cell, state, need);
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        int64_t gain = step.letter * weight_of(a, cell), total = gain + descend(search, cell + 1, &step.state, need - gain);
        if (total >= need) {
            if (cell < a->problem->faces) search->letters[cell] = (uint8_t)step.letter;
            return total;
        }
        if (is_out_of_steps(search)) return INFEASIBLE;
        most = larger(most, total);
    }
    a->out.count = first;
    store_bound(cache, cell, state, hash, most);
    return most;
}

/* Looks for a play of a case that is worth so much; if there is none, says what the case can come to at most. */
int64_t search_scenario(Search *search, int scenario, int64_t value) {
    State start;
    search->a->out.count = 0;
    search->bound.all.count = 0;
    index_clear(&search->bound.index);
    if (!start_if_memory(search->a, scenario, &start)) return INFEASIBLE;
    int64_t most = upper_bound(search->a, 0, &start);
    return most < value ? most : descend(search, 0, &start, value);
}

/* From now on the letters before a face are these. */
void fix_letters(Search *search, const uint8_t *letters, int face) {
    memcpy(search->low, letters, (size_t)face);
    memcpy(search->high, letters, (size_t)face);
    search->fixed = face;
}

void search_open(Search *search, Automaton *a) {
    memset(search, 0, sizeof *search);
    search->a = a;
    search->fixed = -1;
    set_cap_penalties(a);
    memset(search->high, LETTERS - 1, sizeof search->high);
    if (!a->problem->mixed) {
        a->low = search->low;
        a->high = search->high;
    }
    index_open(&search->free.index);
    index_open(&search->bound.index);
}

void search_close(Search *search) {
    search->a->low = search->a->high = NULL;
    vector_release(&search->free.all);
    vector_release(&search->bound.all);
    index_release(&search->free.index);
    index_release(&search->bound.index);
}
