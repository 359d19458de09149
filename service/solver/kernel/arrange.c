/* One table for all the tiles of a case: see PythonEngine.arrange in play_fallback.py. */
#include <string.h>

#include "plays.h"

typedef struct {
    Automaton a;
    Vector dead; /* states that were tried in vain, with their cell in the case's place: there is one case only */
    Index dead_index;
    int64_t steps;
    uint32_t *hows, *profiles;
} Search;

static int known_dead(const Search *search, const State *key, uint32_t hash) {
    uint32_t place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&search->dead_index, hash, &slot)) != UINT32_MAX)
        if (same_state((State *)search->dead.items + place, key)) return 1;
    return 0;
}

static int descend(Search *search, int cell, const State *state) {
    Automaton *a = &search->a;
    const Problem *p = a->problem;
    if (cell == p->cells) return most_hand_jokers(a, state) >= 0 && (int)(state->common & 0xFFFF) >= p->minimum;
    State key = *state;
    key.common |= (uint64_t)cell << CASE_SHIFT;
    uint32_t hash = hash_state(&key);
    if (known_dead(search, &key, hash)) return 0;
    size_t first = a->out.count;
    expand(a, cell, state);
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        if (descend(search, cell + 1, &step.state)) {
            search->hows[cell] = step.how;
            for (int lane = 0; lane < p->lanes; lane++)
                search->profiles[cell * p->lanes + lane] = NODE(a, step.state.node[lane]).profile;
            return 1;
        }
        if (a->steps > search->steps) return 0;
    }
    a->out.count = first;
    index_add(&search->dead_index, hash, (uint32_t)search->dead.count);
    *(State *)push(&search->dead, sizeof(State)) = key;
    return 0;
}

int plays_arrange(Kernel *kernel, uint32_t *hows, uint32_t *profiles) {
    static const int32_t nothing[64];
    Search search;
    State start;
    int found;
    memset(&search, 0, sizeof search);
    search.steps = kernel->steps;
    search.hows = hows;
    search.profiles = profiles;
    automaton_open(&search.a, &kernel->problem, nothing, 0, 0);
    index_open(&search.dead_index);
    found = start_of(&search.a, 0, &start) && descend(&search, 0, &start);
    automaton_close(&search.a);
    index_drop(&search.dead_index);
    drop(&search.dead);
    return found;
}
