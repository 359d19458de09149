/* Depth-first branch and bound with a bound cache: one play with at least a given value.
 *
 * `search_scenario` reads the cells in order and tries the steps of each state, promising ones first. It skips a step whose
 * upper bound (see bounds.c) is below the value that is still needed. If no play is found below a state, the maximum of the
 * bounds of its steps is an upper bound for the state. It is cached and stays valid for later searches with a lower target.
 *
 * Example: the table is red 3 4 5, the hand red 6 and blue 9, each worth a point. The gains of the start state say at most 1:
 * blue 9 fits nowhere. The search for 1 point reads red 3, 4, 5 into a run, takes the letter 1 at red 6, and finds the word. A
 * search for 2 points ends at the start state, whose bound is 1.
 */
#include <string.h>

#include "branch_and_bound.h"

enum { MAX_CACHED_BOUNDS = 400000 };

static int64_t max_value(int64_t a, int64_t b) { return a > b ? a : b; }

/* --- bound cache ------------------------------------------------------------------------------------------------------ */

static CachedBound *find_bound(const BoundCache *cache, int cell, const State *state, uint32_t hash) {
    uint32_t position;
    size_t slot = SIZE_MAX;
    while ((position = index_next(&cache->index, hash, &slot)) != UINT32_MAX) {
        CachedBound *known = (CachedBound *)cache->bounds.items + position;
        if (known->cell == cell && same_state(&known->state, state)) return known;
    }
    return NULL;
}

static void clear_bounds(BoundCache *cache) {
    cache->bounds.count = 0;
    index_clear(&cache->index);
}

static void store_bound(BoundCache *cache, int cell, const State *state, uint32_t hash, int64_t bound) {
    CachedBound *known = find_bound(cache, cell, state, hash);
    if (known) {
        known->bound = bound;
        return;
    }
    if (cache->bounds.count == MAX_CACHED_BOUNDS) clear_bounds(cache); /* recent bounds are more useful than old ones */
    index_add(&cache->index, hash, (uint32_t)cache->bounds.count);
    *(CachedBound *)vector_push(&cache->bounds, sizeof(CachedBound)) = (CachedBound){*state, bound, cell};
}

/* --- search ----------------------------------------------------------------------------------------------------------- */

/* The order in which steps are tried, lowest first: most hand tiles, then fewest tiles that open runs still need. */
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
    if (one->priority != other->priority) return one->priority < other->priority;
    if (one->state.common != other->state.common) return one->state.common < other->state.common;
    return compare_nodes(&one->state, &other->state) < 0;
}

/* Sorts the steps from `first` on by priority. Insertion sort: there are few. */
void order_steps(Automaton *a, size_t first) {
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        steps[at].priority = priority_of(a, &steps[at]);
        Step step = steps[at];
        size_t to = at;
        for (; to > first && is_before(&step, &steps[to - 1]); to--) steps[to] = steps[to - 1];
        steps[to] = step;
    }
}

static int64_t weight_of(const Automaton *a, int cell) { return cell < a->problem->faces ? (int64_t)a->weights[cell] * SCALE : 0; }

/* The value of the jokers played, if the state is an end; otherwise INFEASIBLE. */
static int64_t end_value(Search *search, const State *state) {
    const Problem *p = search->a->problem;
    int played = p->played_jokers[scenario_of(state)], jokers = played + max_hand_jokers(search->a, state);
    if (p->cap) jokers = min_int(jokers, p->cap - used_of(state->common));
    if (jokers < search->min_jokers || jokers < played + min_hand_jokers(search->a, state) || p->minimum > value_of(state->common))
        return INFEASIBLE;
    search->letters[p->faces] = (uint8_t)jokers;
    return (int64_t)jokers * search->a->joker_weight * SCALE;
}

/* Appends the steps whose bound reaches `need` to a->out, sorted; returns the highest bound of the others. */
static int64_t add_steps(Search *search, int cell, const State *state, int64_t need) {
    Automaton *a = search->a;
    int64_t max_skipped = INFEASIBLE;
    size_t first = a->out.count, end = first;
    expand(a, cell, state);
    Step *steps = a->out.items;
    for (size_t at = first; at < a->out.count; at++) {
        if (steps[at].letter < search->low[cell] || steps[at].letter > search->high[cell]) continue;
        int64_t bound = steps[at].letter * weight_of(a, cell) + upper_bound(a, cell + 1, &steps[at].state);
        if (bound < need)
            max_skipped = max_value(max_skipped, bound);
        else
            steps[end++] = steps[at];
    }
    a->out.count = end;
    order_steps(a, first);
    return max_skipped;
}

/* Returns the value of a play found from a state on, if that is at least `need`; otherwise an upper bound, which is below
 * `need`. */
static int64_t search_from(Search *search, int cell, const State *state, int64_t need) {
    Automaton *a = search->a;
    if (cell == a->problem->cells) return end_value(search, state);
    BoundCache *cache = cell > search->fixed ? &search->free : &search->restricted;
    uint32_t hash = hash_state_at(state, cell);
    CachedBound *known = find_bound(cache, cell, state, hash);
    if (known && known->bound < need) return known->bound;
    size_t first = a->out.count;
    int64_t bound = add_steps(search, cell, state, need);
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        int64_t gain = step.letter * weight_of(a, cell), total = gain + search_from(search, cell + 1, &step.state, need - gain);
        if (total >= need) {
            if (cell < a->problem->faces) search->letters[cell] = (uint8_t)step.letter;
            return total;
        }
        if (is_out_of_steps(search)) return INFEASIBLE;
        bound = max_value(bound, total);
    }
    a->out.count = first;
    store_bound(cache, cell, state, hash, bound);
    return bound;
}

/* Searches a scenario for a play with at least this value. Returns the value of the play found, which is in search->letters;
 * otherwise an upper bound for the scenario, or INFEASIBLE if the search is out of steps. */
int64_t search_scenario(Search *search, int scenario, int64_t value) {
    State start;
    search->a->out.count = 0;
    clear_bounds(&search->restricted);
    if (!start_if_memory(search->a, scenario, &start)) return INFEASIBLE;
    int64_t bound = upper_bound(search->a, 0, &start);
    return bound < value ? bound : search_from(search, 0, &start, value);
}

/* Restricts the letters before a face to the given ones. */
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
    index_open(&search->restricted.index);
}

void search_close(Search *search) {
    search->a->low = search->a->high = NULL;
    vector_release(&search->free.bounds);
    vector_release(&search->restricted.bounds);
    index_release(&search->free.index);
    index_release(&search->restricted.index);
}
