/* Successor enumeration: the words after a given one in listing order, where they are too many to count.
 *
 * A depth-first search reads the letters in listing order, the highest first, together with the set of states that the
 * letters so far lead to (an on-the-fly determinisation). It takes a letter only if one of the states after it is viable,
 * that is, leads to an accepting state. So every path of the search ends in a word. Whether a state is viable is memoised.
 *
 * Example: the hand is R7 B7 K7 R8 R9. The first word is R7 B7 K7, letters 1 1 1 0 0. For its successor the search follows
 * these letters down and tries lower ones from the end on. The letters 1 1 0 are not viable (B7 is in no meld), 1 0 1 are
 * not either, and 1 0 0 lead to R7 R8 R9, letters 1 0 0 1 1. There is no third word.
 */
#include <string.h>

#include "branch_and_bound.h"
#include "queries.h"

enum { MAX_VIABILITY_ENTRIES = 1000000 };

typedef struct {
    State state;
    int cell, is_viable;
} Viability;

typedef struct {
    Automaton a;
    int64_t step_limit;
    Vector by_letter[MAX_CELLS + 1][LETTERS]; /* states before a cell, by the letter of the cell before */
    Vector viability;
    Index index;
    const uint8_t *after;
    int limit, count;
    uint8_t *letters, path[MAX_CELLS]; /* path: the letters so far */
    int32_t *scenarios;
} SuccessorSearch;

/* The numbers of jokers of the words that end in a state, as a span. */
static Span jokers_at(const Automaton *a, const State *state) {
    const Problem *p = a->problem;
    int played = p->played_jokers[scenario_of(state)];
    int min = played + min_hand_jokers(a, state), max = played + max_hand_jokers(a, state);
    if (p->cap) max = min_int(max, p->cap - used_of(state->common));
    if (p->minimum > value_of(state->common)) return (Span){0, 0};
    return (Span){min, max < min ? 0 : max - min + 1};
}

/* Whether a state leads to an accepting one. Past the step limit, 0 may be wrong and is not memoised. */
static int is_viable(SuccessorSearch *s, int cell, const State *state) {
    if (cell == s->a.problem->cells) return jokers_at(&s->a, state).count > 0;
    uint32_t hash = hash_state_at(state, cell), index;
    size_t slot = SIZE_MAX;
    while ((index = index_next(&s->index, hash, &slot)) != UINT32_MAX) {
        const Viability *entry = (Viability *)s->viability.items + index;
        if (entry->cell == cell && same_state(&entry->state, state)) return entry->is_viable;
    }
    int viable = 0;
    size_t first = s->a.out.count;
    expand(&s->a, cell, state);
    order_steps(&s->a, first);
    for (size_t at = first, end = s->a.out.count; at < end && !viable && !must_end(&s->a, s->step_limit); at++) {
        State after = ((Step *)s->a.out.items)[at].state;
        viable = is_viable(s, cell + 1, &after);
    }
    s->a.out.count = first;
    if (s->viability.count < MAX_VIABILITY_ENTRIES && (viable || !must_end(&s->a, s->step_limit))) {
        index_add(&s->index, hash, (uint32_t)s->viability.count);
        *(Viability *)vector_push(&s->viability, sizeof(Viability)) = (Viability){*state, cell, viable};
    }
    return viable;
}

static int is_any_viable(SuccessorSearch *s, int cell, const Vector *states) {
    for (size_t at = 0; at < states->count; at++)
        if (is_viable(s, cell, (State *)states->items + at)) return 1;
    return 0;
}

static void add_word(SuccessorSearch *s, int jokers, int scenario) {
    int faces = s->a.problem->faces;
    uint8_t *out = s->letters + (size_t)s->count * (faces + 1);
    memcpy(out, s->path, (size_t)faces);
    out[faces] = (uint8_t)jokers;
    s->scenarios[s->count++] = scenario;
}

/* Adds the words that end in some states, those with most jokers first, each with the first scenario that allows it. */
static void add_words(SuccessorSearch *s, const Vector *states, int max_jokers, int any) {
    for (int jokers = max_jokers; jokers >= !any && s->count < s->limit; jokers--) {
        int first = -1;
        for (size_t at = 0; at < states->count; at++) {
            const State *state = (State *)states->items + at;
            Span span = jokers_at(&s->a, state);
            if (jokers < span.first || jokers >= span.first + span.count) continue;
            if (first < 0 || scenario_of(state) < first) first = scenario_of(state);
        }
        if (first >= 0) add_word(s, jokers, first);
    }
}

/* Adds the words from some states on. `bounded`: the letters so far are those of `after`. `any`: they are not all 0. */
static void search(SuccessorSearch *s, int cell, const Vector *states, int bounded, int any) {
    const Problem *p = s->a.problem;
    if (cell == p->cells) {
        add_words(s, states, bounded ? s->after[p->faces] - 1 : MAX_JOKERS - 1, any);
        return;
    }
    Vector *next = s->by_letter[cell + 1];
    for (int letter = 0; letter < LETTERS; letter++) next[letter].count = 0;
    for (size_t from = 0; from < states->count; from++) {
        s->a.out.count = 0;
        expand(&s->a, cell, (State *)states->items + from);
        for (size_t at = 0; at < s->a.out.count; at++) {
            const Step *step = (Step *)s->a.out.items + at;
            *(State *)vector_push(&next[step->letter], sizeof(State)) = step->state;
        }
    }
    s->a.out.count = 0;
    int bound = bounded && cell < p->faces ? s->after[cell] : LETTERS - 1;
    for (int letter = bound; letter >= 0 && s->count < s->limit && !must_end(&s->a, s->step_limit); letter--) {
        prune_states(&s->a, &next[letter]);
        if (!is_any_viable(s, cell + 1, &next[letter])) continue;
        s->path[cell] = (uint8_t)letter;
        search(s, cell + 1, &next[letter], bounded && (cell >= p->faces || letter == bound), any || letter);
    }
}

/* Writes up to `limit` words that follow `after` (NULL: from the first on) and returns their number. It is lower if there
 * are no more words or the step limit is reached. */
int enumerate_successors(Engine *engine, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios) {
    const Problem *problem = &engine->problem;
    static const int32_t nothing[MAX_CELLS];
    SuccessorSearch s = {.step_limit = engine->steps, .after = after, .limit = limit, .letters = letters, .scenarios = scenarios};
    Vector *starts = &s.by_letter[0][0];
    arena_retry();
    automaton_open(&s.a, problem, nothing, 0, 1);
    index_open(&s.index);
    for (int scenario = 0; scenario < problem->scenarios; scenario++) {
        State start;
        if (start_if_memory(&s.a, scenario, &start)) *(State *)vector_push(starts, sizeof(State)) = start;
    }
    search(&s, 0, starts, after != NULL, 0);
    for (int cell = 0; cell <= MAX_CELLS; cell++)
        for (int letter = 0; letter < LETTERS; letter++) vector_release(&s.by_letter[cell][letter]);
    vector_release(&s.viability);
    index_release(&s.index);
    take_steps(engine, &s.a);
    automaton_close(&s.a);
    return s.count;
}
