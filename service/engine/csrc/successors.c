/* Plays one after the other in listing order, where there are too many to count.
 *
 * The automaton is determinised as the words are read: the states that the letters so far lead to, and the next letter is taken only
 * if one of them leads on to an end. So every step down ends in a word.
 */
#include <string.h>

#include "branch_and_bound.h"
#include "queries.h"

enum { MAX_VIABILITY_ENTRIES = 1000000 };

typedef struct {
    State state;
    int cell, ends;
} Viability;

typedef struct {
    Automaton a;
    int64_t steps;
    Vector by_letter[MAX_CELLS + 1][LETTERS]; /* the states before a cell, by the letter before it */
    Vector viability;
    Index index;
    const uint8_t *after;
    int limit, count;
    uint8_t *letters, path[MAX_CELLS];
    int32_t *scenarios;
} SuccessorSearch;

/* The jokers a word may have if it ends in a state: from the fewest to the most. */
static Span jokers_at(const Automaton *a, const State *state) {
    const Problem *p = a->problem;
    int played = p->played_jokers[scenario_of(state)], room = p->cap - (int)(state->common >> USED_SHIFT & 255);
    int fewest = played + min_hand_jokers(a, state), most = played + max_hand_jokers(a, state);
    if (p->cap && most > room) most = room;
    if (p->minimum > (int)(state->common & 0xFFFF)) return (Span){0, 0};
    return (Span){fewest, most < fewest ? 0 : most - fewest + 1};
}

/* Whether a state leads on to an end. Nothing is known for certain past the bound on work. */
static int is_viable(SuccessorSearch *f, int cell, const State *state) {
    if (cell == f->a.problem->cells) return jokers_at(&f->a, state).count > 0;
    uint32_t hash = hash_state(state) + (uint32_t)cell * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&f->index, hash, &slot)) != UINT32_MAX) {
        const Viability *entry = (Viability *)f->viability.items + place;
        if (entry->cell == cell && same_state(&entry->state, state)) return entry->ends;
    }
    int ends = 0;
    size_t first = f->a.out.count;
    expand(&f->a, cell, state);
    order_steps(&f->a, first);
    for (size_t at = first, end = f->a.out.count; at < end && !ends && f->a.steps <= f->steps; at++) {
        State after = ((Step *)f->a.out.items)[at].state;
        ends = is_viable(f, cell + 1, &after);
    }
    f->a.out.count = first;
    if (f->viability.count < MAX_VIABILITY_ENTRIES && (ends || f->a.steps <= f->steps)) {
        index_add(&f->index, hash, (uint32_t)f->viability.count);
        *(Viability *)vector_push(&f->viability, sizeof(Viability)) = (Viability){*state, cell, ends};
    }
    return ends;
}

static int is_any_viable(SuccessorSearch *f, int cell, const Vector *states) {
    for (size_t at = 0; at < states->count; at++)
        if (is_viable(f, cell, (State *)states->items + at)) return 1;
    return 0;
}

static void add_word(SuccessorSearch *f, int jokers, int scenario) {
    int faces = f->a.problem->faces;
    uint8_t *out = f->letters + (size_t)f->count * (faces + 1);
    memcpy(out, f->path, (size_t)faces);
    out[faces] = (uint8_t)jokers;
    f->scenarios[f->count++] = scenario;
}

/* The words that end here, most jokers first, each with the first case that lets it. */
static void end_words(SuccessorSearch *f, const Vector *states, int most, int any) {
    for (int jokers = most; jokers >= !any && f->count < f->limit; jokers--) {
        int first = -1;
        for (size_t at = 0; at < states->count; at++) {
            const State *state = (State *)states->items + at;
            Span span = jokers_at(&f->a, state);
            if (jokers < span.first || jokers >= span.first + span.count) continue;
            if (first < 0 || scenario_of(state) < first) first = scenario_of(state);
        }
        if (first >= 0) add_word(f, jokers, first);
    }
}

/* The words from some states on; `bounded` as long as the letters so far are those of the word to come after. */
static void walk(SuccessorSearch *f, int cell, const Vector *states, int bounded, int any) {
    const Problem *p = f->a.problem;
    if (cell == p->cells) {
        end_words(f, states, bounded ? f->after[p->faces] - 1 : MAX_JOKERS - 1, any);
        return;
    }
    Vector *next = f->by_letter[cell + 1];
    for (int letter = 0; letter < LETTERS; letter++) next[letter].count = 0;
    for (size_t from = 0; from < states->count; from++) {
        f->a.out.count = 0;
        expand(&f->a, cell, (State *)states->items + from);
        for (size_t at = 0; at < f->a.out.count; at++) {
            const Step *step = (Step *)f->a.out.items + at;
            *(State *)vector_push(&next[step->letter], sizeof(State)) = step->state;
        }
    }
    f->a.out.count = 0;
    int bound = bounded && cell < p->faces ? f->after[cell] : LETTERS - 1;
    for (int letter = bound; letter >= 0 && f->count < f->limit && f->a.steps <= f->steps; letter--) {
        prune_states(&f->a, &next[letter]);
        if (!is_any_viable(f, cell + 1, &next[letter])) continue;
        f->path[cell] = (uint8_t)letter;
        walk(f, cell + 1, &next[letter], bounded && (cell >= p->faces || letter == bound), any || letter);
    }
}

/* The next words after one, or the first; fewer if there are no more, or past the bound on work. */
int enumerate_successors(Engine *engine, int64_t steps, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios) {
    const Problem *problem = &engine->problem;
    static const int32_t nothing[MAX_CELLS];
    SuccessorSearch f = {.steps = steps, .after = after, .limit = limit, .letters = letters, .scenarios = scenarios};
    Vector *starts = &f.by_letter[0][0];
    arena_retry();
    automaton_open(&f.a, problem, nothing, 0, 1);
    index_open(&f.index);
    for (int scenario = 0; scenario < problem->scenarios; scenario++) {
        State start;
        if (start_if_memory(&f.a, scenario, &start)) *(State *)vector_push(starts, sizeof(State)) = start;
    }
    walk(&f, 0, starts, after != NULL, 0);
    for (int cell = 0; cell <= MAX_CELLS; cell++)
        for (int letter = 0; letter < LETTERS; letter++) vector_release(&f.by_letter[cell][letter]);
    vector_release(&f.viability);
    index_release(&f.index);
    engine->spent += f.a.steps;
    automaton_close(&f.a);
    return f.count;
}
