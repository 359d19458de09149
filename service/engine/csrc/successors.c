/* Plays one after the other in listing order, where there are too many to count.
 *
 * The automaton is determinised as the words are read: the states that the letters so far lead to, and the next letter is taken only
 * if one of them leads on to an end. So every step down ends in a word.
 */
#include <string.h>

#include "branch_and_bound.h"
#include "queries.h"

enum { MOST_FATES = 1000000 };

typedef struct {
    State state;
    int cell, ends;
} Fate;

typedef struct {
    Automaton a;
    int64_t steps;
    Vector by_letter[MOST_CELLS + 1][LETTERS]; /* the states before a cell, by the letter before it */
    Vector fates;
    Index index;
    const uint8_t *after;
    int limit, count;
    uint8_t *letters, path[MOST_CELLS];
    int32_t *cases;
} Following;

/* The jokers a word may have if it ends in a state: from the fewest to the most. */
static Span jokers_at(const Automaton *a, const State *state) {
    const Problem *p = a->problem;
    int played = p->played_jokers[case_of(state)], room = p->most - (int)(state->common >> USED_SHIFT & 255);
    int fewest = played + fewest_hand_jokers(a, state), most = played + most_hand_jokers(a, state);
    if (p->most && most > room) most = room;
    if (p->minimum > (int)(state->common & 0xFFFF)) return (Span){0, 0};
    return (Span){fewest, most < fewest ? 0 : most - fewest + 1};
}

/* Whether a state leads on to an end. Nothing is known for certain past the bound on work. */
static int leads_on(Following *f, int cell, const State *state) {
    if (cell == f->a.problem->cells) return jokers_at(&f->a, state).count > 0;
    uint32_t hash = hash_state(state) + (uint32_t)cell * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&f->index, hash, &slot)) != UINT32_MAX) {
        const Fate *fate = (Fate *)f->fates.items + place;
        if (fate->cell == cell && same_state(&fate->state, state)) return fate->ends;
    }
    int ends = 0;
    size_t first = f->a.out.count;
    expand(&f->a, cell, state);
    order_steps(&f->a, first);
    for (size_t at = first, end = f->a.out.count; at < end && !ends && f->a.steps <= f->steps; at++) {
        State after = ((Step *)f->a.out.items)[at].state;
        ends = leads_on(f, cell + 1, &after);
    }
    f->a.out.count = first;
    if (f->fates.count < MOST_FATES && (ends || f->a.steps <= f->steps)) {
        index_add(&f->index, hash, (uint32_t)f->fates.count);
        *(Fate *)push(&f->fates, sizeof(Fate)) = (Fate){*state, cell, ends};
    }
    return ends;
}

static int some_lead_on(Following *f, int cell, const Vector *states) {
    for (size_t at = 0; at < states->count; at++)
        if (leads_on(f, cell, (State *)states->items + at)) return 1;
    return 0;
}

static void add_word(Following *f, int jokers, int case_index) {
    int faces = f->a.problem->faces;
    uint8_t *out = f->letters + (size_t)f->count * (faces + 1);
    memcpy(out, f->path, (size_t)faces);
    out[faces] = (uint8_t)jokers;
    f->cases[f->count++] = case_index;
}

/* The words that end here, most jokers first, each with the first case that lets it. */
static void end_words(Following *f, const Vector *states, int most, int any) {
    for (int jokers = most; jokers >= !any && f->count < f->limit; jokers--) {
        int first = -1;
        for (size_t at = 0; at < states->count; at++) {
            const State *state = (State *)states->items + at;
            Span span = jokers_at(&f->a, state);
            if (jokers < span.first || jokers >= span.first + span.count) continue;
            if (first < 0 || case_of(state) < first) first = case_of(state);
        }
        if (first >= 0) add_word(f, jokers, first);
    }
}

/* The words from some states on; `bounded` as long as the letters so far are those of the word to come after. */
static void walk(Following *f, int cell, const Vector *states, int bounded, int any) {
    const Problem *p = f->a.problem;
    if (cell == p->cells) {
        end_words(f, states, bounded ? f->after[p->faces] - 1 : MOST_JOKERS - 1, any);
        return;
    }
    Vector *next = f->by_letter[cell + 1];
    for (int letter = 0; letter < LETTERS; letter++) next[letter].count = 0;
    for (size_t from = 0; from < states->count; from++) {
        f->a.out.count = 0;
        expand(&f->a, cell, (State *)states->items + from);
        for (size_t at = 0; at < f->a.out.count; at++) {
            const Step *step = (Step *)f->a.out.items + at;
            *(State *)push(&next[step->letter], sizeof(State)) = step->state;
        }
    }
    f->a.out.count = 0;
    int bound = bounded && cell < p->faces ? f->after[cell] : LETTERS - 1;
    for (int letter = bound; letter >= 0 && f->count < f->limit && f->a.steps <= f->steps; letter--) {
        prune_states(&f->a, &next[letter]);
        if (!some_lead_on(f, cell + 1, &next[letter])) continue;
        f->path[cell] = (uint8_t)letter;
        walk(f, cell + 1, &next[letter], bounded && (cell >= p->faces || letter == bound), any || letter);
    }
}

/* The next words after one, or the first; fewer if there are no more, or past the bound on work. */
int list_following(Kernel *kernel, int64_t steps, const uint8_t *after, int limit, uint8_t *letters, int32_t *cases) {
    const Problem *problem = &kernel->problem;
    static const int32_t nothing[MOST_CELLS];
    Following f = {.steps = steps, .after = after, .limit = limit, .letters = letters, .cases = cases};
    Vector *starts = &f.by_letter[0][0];
    try_anew();
    automaton_open(&f.a, problem, nothing, 0, 1);
    index_open(&f.index);
    for (int case_index = 0; case_index < problem->cases; case_index++) {
        State start;
        if (start_if_room(&f.a, case_index, &start)) *(State *)push(starts, sizeof(State)) = start;
    }
    walk(&f, 0, starts, after != NULL, 0);
    for (int cell = 0; cell <= MOST_CELLS; cell++)
        for (int letter = 0; letter < LETTERS; letter++) drop(&f.by_letter[cell][letter]);
    drop(&f.fates);
    index_drop(&f.index);
    kernel->spent += f.a.steps;
    automaton_close(&f.a);
    return f.count;
}
