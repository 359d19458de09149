/* The way of each word through the numbers: at each the first step, nearest to how the table was, from which the word can be
 * ended. See plays/sharing.py.
 *
 * Words that end alike, and stand before a number in the same state, have the same way from there; and all that stand there are
 * asked about together, each ending a bit. Steps are tried nearest first, and only until all these have theirs: mostly
 * that is the first. What a lane alone needs of jokers to end a word tells early which steps lead nowhere, and so does a stronger
 * state that has failed.
 */
#include <stddef.h>
#include <string.h>

#include "paths.h"

static const uint64_t *find_words(Paths *w, int layer, const State *state, int32_t *path_state);

/* --- what may follow --------------------------------------------------------------------------------------------- */

static const uint8_t NOTHING[MAX_TOGETHER];
static const JokerNeeds AT_END = {NOTHING, 0, 0};

/* How many units of jokers a node's lane alone needs at least for each ending. */
static const JokerNeeds *find_joker_needs(Paths *w, int layer, uint32_t place) {
    JokerNeeds *outlook = &w->outlooks[place];
    if (layer == w->layers) return &AT_END;
    if (outlook->needs) return outlook;
    const Node *node = &NODE(w->a, place);
    const ColourSuffixes *suffixes = &w->suffixes[layer].run_colours[node->cell - cell_before(w->p, layer)];
    uint8_t *needs = paths_allocate(w, (size_t)suffixes->count);
    if (!needs) return &AT_END;
    memset(needs, NEVER, (size_t)suffixes->count);
    w->a->steps++;
    for (int at = 0; at < node->splits.count; at++) {
        const Split *split = (Split *)w->a->splits.items + node->splits.first + at;
        int first = suffixes->first[split->letter], end = suffixes->first[split->letter + 1];
        for (int run_step = 0; first < end && run_step < split->run_steps.count; run_step++) {
            const RunStep *taken = (RunStep *)w->a->run_steps.items + split->run_steps.first + run_step;
            int units = split->units + UNITS * taken->jokers, most = 0;
            if (units + taken->need >= w->a->stride) continue;
            for (int suffix = first; suffix < end; suffix++) most = most > needs[suffix] ? most : needs[suffix];
            if (units + taken->need >= most) continue; /* no less than what is known */
            const uint8_t *after = find_joker_needs(w, layer + 1, (uint32_t)taken->target)->needs;
            for (int suffix = first; suffix < end; suffix++) {
                int need = units + after[suffixes->next[suffix]];
                if (need < needs[suffix]) needs[suffix] = (uint8_t)need;
            }
        }
    }
    outlook->least = NEVER;
    for (int suffix = 0; suffix < suffixes->count; suffix++) {
        if (outlook->least > needs[suffix]) outlook->least = needs[suffix];
        if (outlook->most < needs[suffix]) outlook->most = needs[suffix];
    }
    outlook->needs = needs;
    return outlook;
}

/* Of some endings those that a lane lets with so many units of jokers; whether there are any. */
static int keep_feasible(const Suffixes *e, int run_colour, const JokerNeeds *outlook, int units, uint64_t *open) {
    const uint16_t *of = e->run_colours[run_colour].of;
    uint64_t any = 0;
    if (outlook->least > units) return 0;
    if (outlook->most <= units) return 1;
    for (uint32_t word = 0; word < e->width; word++) {
        for (uint64_t left = open[word]; left; left &= left - 1)
            if (outlook->needs[of[word * LIMB_BITS + (uint32_t)__builtin_ctzll(left)]] > units) open[word] &= ~(left & -left);
        any |= open[word];
    }
    return any != 0;
}

/* --- arriving ------------------------------------------------------------------------------------------------------- */

/* Steps in the making, from one stop with the same letters. */
typedef struct {
    Enumeration e;
    Paths *w;
    int32_t path_state, letters;
    const Suffixes *after;
    uint64_t *open; /* of the endings after these letters those that have no way yet */
} Leaping;

/* Writes onto the next layer's sheet which of some endings have no way yet, and may have one from a state; whether there are
 * any. */
static int query_next(Leaping *g, const State *state, const uint64_t *open) {
    const Suffixes *e = g->after;
    int layer = g->e.layer + 1, need = needed_units(g->e.a, state);
    uint64_t any = 0;
    for (uint32_t word = 0; word < e->width; word++) any |= e->queried[word] = open[word] & g->open[word];
    if (!any || layer == g->w->layers) return any != 0;
    for (int run_colour = 0; run_colour < g->w->p->run_colours && !g->w->p->mixed; run_colour++) {
        int units = UNITS * jokers_left(state) - need + NODE(g->e.a, state->node[run_colour]).need;
        if (!keep_feasible(e, run_colour, find_joker_needs(g->w, layer, state->node[run_colour]), units, e->queried)) return 0;
    }
    return !g->w->oracle || oracle_narrow(g->w, layer, state, e->queried);
}

/* Arrives before the next number: what can be ended from there has its way. */
static void accept(Enumeration *enumeration, const State *state, uint64_t split_code, const uint64_t *open) {
    Leaping *g = (Leaping *)enumeration;
    Paths *w = g->w;
    int layer = g->e.layer;
    const Suffixes *e = &w->suffixes[layer];
    uint64_t left = 0, any = 0, ended[MAX_WIDTH];
    int32_t next = -1;
    if (!query_next(g, state, open)) {
        g->e.done |= w->exhausted;
        return;
    }
    const uint64_t *found = g->after->queried;
    if (layer + 1 < w->layers)
        found = find_words(w, layer + 1, state, &next);
    else if (!is_end(g->e.a, state))
        return;
    if (w->exhausted) {
        g->e.done = 1;
        return;
    }
    for (uint32_t word = 0; word < g->after->width; word++) {
        any |= ended[word] = found[word] & open[word] & g->open[word];
        left |= g->open[word] &= ~ended[word];
    }
    if (!any) return;
    const PathState *path_state = (PathState *)w->path_states.items + g->path_state;
    int32_t way = (int32_t)w->ways.count;
    *(PathStep *)vector_push(&w->ways, sizeof(PathStep)) = (PathStep){
        split_code, next, (uint16_t)g->letters, (uint8_t)jokers_left(state), 0, 0, -1};
    for (int suffix = e->first[g->letters]; suffix < e->first[g->letters + 1]; suffix++)
        if (ended[e->next[suffix] / LIMB_BITS] >> e->next[suffix] % LIMB_BITS & 1) {
            path_state->ways[suffix] = way;
            path_state->found[suffix / LIMB_BITS] |= (uint64_t)1 << suffix % LIMB_BITS;
        }
    g->e.done = !left;
}

static int prepare(Enumeration *e, Choice *choice) {
    (void)e, (void)choice;
    return 1;
}

/* Of some endings those that have no way yet and that a choice lets. */
static int narrow(Enumeration *e, int run_colour, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    const Leaping *g = (Leaping *)e;
    uint64_t any = 0;
    for (uint32_t word = 0; word < g->after->width; word++) any |= narrower[word] = open[word] & g->open[word];
    return any &&
           keep_feasible(g->after, run_colour, find_joker_needs(g->w, e->layer + 1, choice->target), choice->spare, narrower);
}

/* Looks for ways of endings with the same letters. */
static void find_steps(Paths *w, int layer, int32_t path_state, int32_t letters, uint64_t *open) {
    Leaping g;
    uint64_t queried[MAX_WIDTH];
    State state = ((PathState *)w->path_states.items)[path_state].state;
    uint8_t by_colour[MAX_COLOURS] = {0};
    g.e.a = w->a;
    g.e.before = w->before;
    g.e.prepare = prepare;
    g.e.narrow = narrow;
    g.e.accept = accept;
    g.w = w;
    g.path_state = path_state;
    g.letters = letters;
    g.after = &w->suffixes[layer + 1];
    g.open = open;
    memcpy(queried, open, g.after->width * sizeof(uint64_t));
    for (int colour = 0; colour < w->p->colours && layer < w->p->numbers_count; colour++)
        by_colour[colour] = (uint8_t)letter_of(w->suffixes[layer].letters[letters], colour);
    enumerate_transitions(&g.e, layer, &state, by_colour, queried);
}

/* --- stops ---------------------------------------------------------------------------------------------------------- */

/* The place of a state before a layer, or -1 if there is no room for it. */
static int32_t find_path_state(Paths *w, int layer, const State *state) {
    const Suffixes *e = &w->suffixes[layer];
    uint32_t hash = hash_state(state) + (uint32_t)layer * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&w->index, hash, &slot)) != UINT32_MAX) {
        const PathState *path_state = (PathState *)w->path_states.items + place;
        if (path_state->layer == layer && same_state(&path_state->state, state)) return (int32_t)place;
    }
    uint64_t *found = paths_allocate(w, 2 * e->width * sizeof(uint64_t) + (size_t)e->count * sizeof(int32_t));
    if (!found) return -1;
    place = (uint32_t)w->path_states.count;
    index_add(&w->index, hash, place);
    *(PathState *)vector_push(&w->path_states, sizeof(PathState)) = (PathState){*state, layer, 0,
                                                                                0,      found, (int32_t *)(found + 2 * e->width)};
    return (int32_t)place;
}

static Failed see(const Automaton *a, const PathState *path_state) {
    Failed signature = {.class = path_state->state.common >> CLASS_SHIFT, .found = path_state->found};
    dominance_key(a, &path_state->state, &signature.dominance);
    return signature;
}

/* Leaves of what is asked about a stop only what no stop that outdoes it lacks; whether there is any. */
static int prune_by_failed(Paths *w, int32_t place, uint64_t *queried) {
    PathState *path_state = (PathState *)w->path_states.items + place;
    const Suffixes *e = &w->suffixes[path_state->layer];
    const Failed *failed = e->failed.items;
    uint64_t *decided = path_state->found + e->width, any = 1;
    if (path_state->signature == (int32_t)e->failed.count) return 1;
    Failed signature = see(w->a, path_state);
    w->a->steps += ((int64_t)e->failed.count - path_state->signature) / COMPARISONS_PER_STEP;
    for (; any && path_state->signature < (int32_t)e->failed.count; path_state->signature++) {
        const Failed *other = &failed[path_state->signature];
        if (other->class != signature.class || !dominates(&other->dominance, &signature.dominance)) continue;
        any = 0;
        for (uint32_t word = 0; word < e->width; word++) {
            decided[word] |= other->found[e->width + word] & ~other->found[word];
            any |= queried[word] &= ~decided[word];
        }
    }
    return any != 0;
}

/* The endings that can be had from a state, as far as they are asked about on the sheet of its layer. */
static const uint64_t *find_words(Paths *w, int layer, const State *state, int32_t *place) {
    const Suffixes *e = &w->suffixes[layer];
    int32_t path_state = *place = find_path_state(w, layer, state);
    if (path_state < 0) return NULL;
    uint64_t *found = ((PathState *)w->path_states.items)[path_state].found, *decided = found + e->width, queried[MAX_WIDTH],
             open[MAX_WIDTH], any = 0;
    for (uint32_t word = 0; word < e->width; word++) any |= queried[word] = e->queried[word] & ~decided[word];
    if (!any || !prune_by_failed(w, path_state, queried)) return found;
    for (int32_t at = 0; at < e->letters_count && !w->exhausted; at++) {
        int some = 0;
        memset(open, 0, e[1].width * sizeof *open);
        for (int suffix = e->first[at]; suffix < e->first[at + 1]; suffix++)
            if (queried[suffix / LIMB_BITS] >> suffix % LIMB_BITS & 1) {
                open[e->next[suffix] / LIMB_BITS] |= (uint64_t)1 << e->next[suffix] % LIMB_BITS;
                some = 1;
            }
        if (some) find_steps(w, layer, path_state, at, open);
    }
    any = 0;
    for (uint32_t word = 0; word < e->width; word++) {
        decided[word] |= queried[word];
        any |= queried[word] & ~found[word];
    }
    PathState *answering = (PathState *)w->path_states.items + path_state;
    if (any && !answering->failed) *(Failed *)vector_push(&w->suffixes[layer].failed, sizeof(Failed)) = see(w->a, answering);
    answering->failed |= any != 0;
    if (w->a->steps > w->steps) w->exhausted = 1;
    return found;
}

/* Finds ways for the endings on the first sheet from a state on; the place of that state, or -1 if one has none. */
int32_t find_paths(Paths *w, const State *start) {
    const Suffixes *e = &w->suffixes[0];
    int32_t path_state;
    const uint64_t *found = w->exhausted ? NULL : find_words(w, 0, start, &path_state);
    if (w->exhausted) return -1;
    for (uint32_t word = 0; word < e->width; word++)
        if (e->queried[word] & ~found[word]) return -1;
    return path_state;
}

void paths_open(Paths *w, Automaton *a, int scenario, int64_t steps, const Arrangement *before) {
    State start;
    memset(w, 0, offsetof(Paths, suffixes) + ((size_t)a->layers + 1) * sizeof(Suffixes));
    w->a = a;
    w->p = a->problem;
    w->steps = steps;
    w->layers = a->layers;
    w->before = before;
    index_open(&w->index);
    start_state(a, scenario, &start); /* all nodes come from this one */
    w->outlooks = allocate_zeroed(a->nodes.count + 1, sizeof *w->outlooks);
}

void paths_close(Paths *w) {
    language_search_release(w->oracle);
    for (int layer = 0; layer <= w->layers; layer++) vector_release(&w->suffixes[layer].failed);
    for (size_t room = 0; room < w->rooms.count; room++) release(((void **)w->rooms.items)[room]);
    vector_release(&w->rooms);
    vector_release(&w->path_states);
    vector_release(&w->ways);
    index_release(&w->index);
    release(w->outlooks);
}
