/* Depth-first search with memoised states: for each word the first path through the layers, in order of distance from the
 * table before the play.
 *
 * A step over a layer splits its tiles between groups and runs. enumerate_transitions yields the steps of a state, the
 * nearest to the old arrangement first; a suffix takes the first step from which the rest of it can be completed. Words
 * with the same suffix share their paths from the same state on, and all suffixes of a state are searched for together, as
 * a bitset. Most searches end with the first step. A state that lacks suffixes is recorded, and no state that it dominates
 * is searched for these (dominance pruning).
 *
 * Example: R7 B7 K7 and R7 R8 R9 R10 lie on the table; the words are "R11", "Y7" and "Y7 R11". Number 7 has two different
 * letters, "" and "Y7". For both the first step puts one R7 in groups and one in runs, as before, and leads to the same
 * state. From there on the three words have two suffixes, "R11" and "", so two paths serve all of them.
 */
#include <stddef.h>
#include <string.h>

#include "paths.h"

static const uint64_t *find_found(Paths *paths, int layer, const State *state, int32_t *index);

/* --- steps ------------------------------------------------------------------------------------------------------------- */

/* The enumeration of the steps of one state with the same letters. */
typedef struct {
    Enumeration e;
    Paths *paths;
    int32_t path_state, letters;
    const Suffixes *after;
    uint64_t *open; /* the suffixes after the step that have no path yet */
} StepSearch;

/* Adds a step of the suffixes in `found`, which continue with the letters of the search. */
static void add_step(StepSearch *search, const State *state, uint64_t split_code, int32_t next, const uint64_t *found) {
    Paths *paths = search->paths;
    const Suffixes *suffixes = search->after - 1;
    const PathState *path_state = (PathState *)paths->states.items + search->path_state;
    int32_t step = (int32_t)paths->steps.count;
    *(PathStep *)vector_push(&paths->steps, sizeof(PathStep)) = (PathStep){.split_code = split_code,
                                                                           .next = next,
                                                                           .letters = (uint16_t)search->letters,
                                                                           .jokers_left = (uint8_t)jokers_left(state),
                                                                           .groups = -1};
    for (int suffix = suffixes->first[search->letters]; suffix < suffixes->first[search->letters + 1]; suffix++)
        if (has_bit(found, suffixes->next[suffix])) {
            path_state->steps[suffix] = step;
            set_bit(path_state->found, (size_t)suffix);
        }
}

/* Searches on from the state after a step: the open suffixes with a path from there take this step. */
static void accept(Enumeration *enumeration, const State *state, uint64_t split_code, const uint64_t *open) {
    StepSearch *search = (StepSearch *)enumeration;
    Paths *paths = search->paths;
    const Suffixes *after = search->after;
    const uint64_t *found = after->queried;
    uint64_t left = 0, any = 0, ended[MAX_BATCH_LIMBS];
    int layer = search->e.layer + 1;
    int32_t next = -1;
    for (uint32_t limb = 0; limb < after->limbs; limb++) any |= after->queried[limb] = open[limb] & search->open[limb];
    if (!any) return;
    if (layer < paths->layers)
        found = find_found(paths, layer, state, &next);
    else if (!is_end(paths->a, state))
        return;
    if (paths->exhausted) {
        search->e.done = 1;
        return;
    }
    any = 0;
    for (uint32_t limb = 0; limb < after->limbs; limb++) {
        any |= ended[limb] = found[limb] & open[limb] & search->open[limb];
        left |= search->open[limb] &= ~ended[limb];
    }
    if (any) add_step(search, state, split_code, next, ended);
    search->e.done = !left;
}

/* Drops suffixes that have a path by now. */
static int narrow(Enumeration *e, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    const StepSearch *search = (StepSearch *)e;
    uint64_t any = 0;
    (void)choice;
    for (uint32_t limb = 0; limb < search->after->limbs; limb++) any |= narrower[limb] = open[limb] & search->open[limb];
    return any != 0;
}

/* Finds steps for suffixes that start with the same letters. `open` has the suffixes after these. */
static void find_steps(Paths *paths, int layer, int32_t path_state, int32_t letters, uint64_t *open) {
    StepSearch search;
    uint64_t queried[MAX_BATCH_LIMBS];
    State state = ((PathState *)paths->states.items)[path_state].state;
    uint8_t by_colour[MAX_COLOURS] = {0};
    search.e.a = paths->a;
    search.e.before = paths->before;
    search.e.prepare = NULL;
    search.e.narrow = narrow;
    search.e.accept = accept;
    search.paths = paths;
    search.path_state = path_state;
    search.letters = letters;
    search.after = &paths->suffixes[layer + 1];
    search.open = open;
    memcpy(queried, open, search.after->limbs * sizeof(uint64_t));
    for (int colour = 0; colour < paths->p->colours && layer < paths->p->numbers_count; colour++)
        by_colour[colour] = (uint8_t)letter_of(paths->suffixes[layer].letters[letters], colour);
    enumerate_transitions(&search.e, layer, &state, by_colour, queried);
}

/* --- states ------------------------------------------------------------------------------------------------------------ */

/* The index of a state before a layer, to which it is added if it is not there, or -1 if the bound on memory is reached. */
static int32_t find_path_state(Paths *paths, int layer, const State *state) {
    const Suffixes *suffixes = &paths->suffixes[layer];
    uint32_t hash = hash_state_at(state, layer), at;
    size_t slot = SIZE_MAX;
    while ((at = index_next(&paths->index, hash, &slot)) != UINT32_MAX) {
        const PathState *known = (PathState *)paths->states.items + at;
        if (known->layer == layer && same_state(&known->state, state)) return (int32_t)at;
    }
    uint64_t *found = paths_allocate(paths, 2 * suffixes->limbs * sizeof(uint64_t) + (size_t)suffixes->count * sizeof(int32_t));
    if (!found) return -1;
    at = (uint32_t)paths->states.count;
    index_add(&paths->index, hash, at);
    *(PathState *)vector_push(&paths->states, sizeof(PathState)) = (PathState){
        .state = *state, .layer = layer, .found = found, .steps = (int32_t *)(found + 2 * suffixes->limbs)};
    return (int32_t)at;
}

static FailedState failed_state(const Automaton *a, const PathState *path_state) {
    FailedState failed = {.class = path_state->state.common >> CLASS_SHIFT, .found = path_state->found};
    dominance_key(a, &path_state->state, &failed.dominance);
    return failed;
}

/* Removes from a query the suffixes that a failed state lacks which dominates the queried one; true if any are left. */
static int prune_by_failed(Paths *paths, PathState *path_state, uint64_t *queried) {
    const Suffixes *suffixes = &paths->suffixes[path_state->layer];
    uint64_t *decided = path_state->found + suffixes->limbs, any = 1;
    int32_t failed_count = (int32_t)suffixes->failed.count;
    if (path_state->failed_checked == failed_count) return 1;
    FailedState own = failed_state(paths->a, path_state);
    paths->a->steps += (failed_count - path_state->failed_checked) / COMPARISONS_PER_STEP;
    for (; any && path_state->failed_checked < failed_count; path_state->failed_checked++) {
        const FailedState *failed = (FailedState *)suffixes->failed.items + path_state->failed_checked;
        if (failed->class != own.class || !dominates(&failed->dominance, &own.dominance)) continue;
        any = 0;
        for (uint32_t limb = 0; limb < suffixes->limbs; limb++) {
            decided[limb] |= failed->found[suffixes->limbs + limb] & ~failed->found[limb];
            any |= queried[limb] &= ~decided[limb];
        }
    }
    return any != 0;
}

/* Finds steps of a state for suffixes, grouped by the letters they start with. */
static void find_all_steps(Paths *paths, int layer, int32_t path_state, const uint64_t *queried) {
    const Suffixes *suffixes = &paths->suffixes[layer];
    uint64_t open[MAX_BATCH_LIMBS];
    for (int32_t letters = 0; letters < suffixes->letters_count && !paths->exhausted; letters++) {
        int any = 0;
        memset(open, 0, suffixes[1].limbs * sizeof *open);
        for (int suffix = suffixes->first[letters]; suffix < suffixes->first[letters + 1]; suffix++)
            if (has_bit(queried, (size_t)suffix)) {
                set_bit(open, suffixes->next[suffix]);
                any = 1;
            }
        if (any) find_steps(paths, layer, path_state, letters, open);
    }
}

/* The suffixes that have a path from a state, complete as far as the query of its layer asks. NULL if the bound on memory
 * is reached. */
static const uint64_t *find_found(Paths *paths, int layer, const State *state, int32_t *index) {
    Suffixes *suffixes = &paths->suffixes[layer];
    int32_t at = *index = find_path_state(paths, layer, state);
    if (at < 0) return NULL;
    PathState *path_state = (PathState *)paths->states.items + at;
    uint64_t *found = path_state->found, *decided = found + suffixes->limbs, queried[MAX_BATCH_LIMBS], any = 0;
    for (uint32_t limb = 0; limb < suffixes->limbs; limb++) any |= queried[limb] = suffixes->queried[limb] & ~decided[limb];
    if (!any || !prune_by_failed(paths, path_state, queried)) return found;
    find_all_steps(paths, layer, at, queried);
    any = 0;
    for (uint32_t limb = 0; limb < suffixes->limbs; limb++) {
        decided[limb] |= queried[limb];
        any |= queried[limb] & ~found[limb];
    }
    path_state = (PathState *)paths->states.items + at; /* the vector may have moved */
    if (any && !path_state->is_failed)
        *(FailedState *)vector_push(&suffixes->failed, sizeof(FailedState)) = failed_state(paths->a, path_state);
    path_state->is_failed |= any != 0;
    if (must_end(paths->a, paths->step_limit)) paths->exhausted = 1;
    return found;
}

/* Finds paths from a state for the suffixes queried in the first layer. Returns the index of the state, or -1 if one has no
 * path or the search is exhausted. */
int32_t find_paths(Paths *paths, const State *start) {
    const Suffixes *suffixes = &paths->suffixes[0];
    int32_t path_state;
    const uint64_t *found = find_found(paths, 0, start, &path_state);
    if (paths->exhausted) return -1;
    for (uint32_t limb = 0; limb < suffixes->limbs; limb++)
        if (suffixes->queried[limb] & ~found[limb]) return -1;
    return path_state;
}

void paths_open(Paths *paths, Automaton *a, int64_t step_limit, const Arrangement *before) {
    memset(paths, 0, offsetof(Paths, suffixes) + ((size_t)a->layers + 1) * sizeof(Suffixes));
    paths->a = a;
    paths->p = a->problem;
    paths->step_limit = step_limit;
    paths->layers = a->layers;
    paths->before = before;
    index_open(&paths->index);
}

void paths_close(Paths *paths) {
    for (int layer = 0; layer <= paths->layers; layer++) vector_release(&paths->suffixes[layer].failed);
    for (size_t chunk = 0; chunk < paths->chunks.count; chunk++) release(((void **)paths->chunks.items)[chunk]);
    vector_release(&paths->chunks);
    vector_release(&paths->states);
    vector_release(&paths->steps);
    index_release(&paths->index);
}
