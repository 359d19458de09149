/* The best play: see PythonEngine.best in play_fallback.py. */
#include <stdlib.h>
#include <string.h>

#include "plays.h"

typedef struct {
    State state;
    int64_t worth;
    int64_t promise; /* the most it may come to */
    Wide word;
} Entry;

typedef struct {
    int found, case_index;
    int64_t worth;
    Wide word;
} Choice;

static inline int64_t gain_ahead(const Automaton *a, const State *state) {
    int64_t gain = 0;
    int left = left_of(state);
    for (int lane = 0; lane < a->problem->lanes; lane++) gain += GAINS(a, state->node[lane])[left];
    return gain;
}

static int compare_values(const Entry *one, const Entry *other) {
    if (one->worth != other->worth) return one->worth > other->worth ? -1 : 1;
    if (one->word != other->word) return one->word > other->word ? -1 : 1;
    return 0;
}

static int by_class(const void *one, const void *other) {
    uint64_t mine = ((const Entry *)one)->state.common >> CLASS_SHIFT;
    uint64_t yours = ((const Entry *)other)->state.common >> CLASS_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    int order = compare_values(one, other);
    if (order) return order;
    int quality = (int)(((const Entry *)one)->state.common & QUALITY), rival = (int)(((const Entry *)other)->state.common & QUALITY);
    if (quality != rival) return quality > rival ? -1 : 1;
    return compare_nodes(&((const Entry *)one)->state, &((const Entry *)other)->state);
}

static int by_promise(const void *one, const void *other) {
    int64_t mine = ((const Entry *)one)->promise, yours = ((const Entry *)other)->promise;
    if (mine != yours) return mine > yours ? -1 : 1;
    int order = compare_values(one, other);
    if (order) return order;
    uint64_t common = ((const Entry *)one)->state.common, rival = ((const Entry *)other)->state.common;
    if (common != rival) return common < rival ? -1 : 1;
    return compare_nodes(&((const Entry *)one)->state, &((const Entry *)other)->state);
}

/* Leave out each state that another outdoes. */
static void prune(Automaton *a, Vector *layer) {
    Entry *entries = layer->items;
    size_t kept = 0, first = 0;
    int64_t compared = 0;
    if (layer->count > 1) qsort(entries, layer->count, sizeof(Entry), by_class);
    reserve(&a->strengths, sizeof(Strength), layer->count + 1);
    Strength *strengths = a->strengths.items;
    for (size_t at = 0; at < layer->count; at++) {
        if (kept && entries[at].state.common >> CLASS_SHIFT != entries[kept - 1].state.common >> CLASS_SHIFT) first = kept;
        int outdone = 0;
        Strength strength;
        weigh(a, &entries[at].state, &strength);
        for (size_t rival = first; rival < kept && !outdone; rival++) {
            compared++;
            outdone = outdoes(&strengths[rival], &strength);
        }
        if (outdone) continue;
        strengths[kept] = strength;
        entries[kept++] = entries[at];
    }
    layer->count = kept;
    a->steps += compared / COMPARISONS_PER_STEP;
}

/* Keep the most promising. Under a cap, some of each number of tiles used: those that used most may not be able to end. */
static void select_promising(const Automaton *a, Vector *layer, int beam) {
    Entry *entries = layer->items;
    int by_used[256] = {0}, limit = a->capped ? BEAM_BY_USED : beam;
    size_t kept = 0;
    for (size_t at = 0; at < layer->count; at++)
        if (by_used[entries[at].state.common >> USED_SHIFT & 255]++ < limit) entries[kept++] = entries[at];
    layer->count = kept;
}

static void add_entry(Vector *found, Index *index, const Entry *entry) {
    uint32_t hash = hash_state(&entry->state), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(index, hash, &slot)) != UINT32_MAX) {
        Entry *known = (Entry *)found->items + place;
        if (!same_state(&known->state, &entry->state)) continue;
        if (known->worth < entry->worth || (known->worth == entry->worth && known->word < entry->word)) *known = *entry;
        return;
    }
    index_add(index, hash, (uint32_t)found->count);
    *(Entry *)push(found, sizeof(Entry)) = *entry;
}

static Choice choose(const Automaton *a, const Vector *layer, int joker_weight, int64_t least) {
    const Problem *p = a->problem;
    Choice best = {0, 0, 0, 0};
    for (size_t at = 0; at < layer->count; at++) {
        const Entry *entry = (Entry *)layer->items + at;
        int case_index = case_of(&entry->state), played = p->played_jokers[case_index];
        int jokers = played + most_hand_jokers(a, &entry->state);
        int room = p->most - (int)(entry->state.common >> USED_SHIFT & 255);
        if (p->most && jokers > room) jokers = room;
        if (jokers < played + fewest_hand_jokers(a, &entry->state)) continue;
        if (p->minimum > (int)(entry->state.common & 0xFFFF)) continue;
        int64_t worth = entry->worth + (int64_t)jokers * joker_weight;
        Wide word = entry->word << JOKER_BITS | (Wide)jokers;
        if (worth < least) continue;
        if (!best.found || worth > best.worth || (worth == best.worth && word > best.word) ||
            (worth == best.worth && word == best.word && case_index < best.case_index))
            best = (Choice){1, case_index, worth, word};
    }
    return best;
}

/* Follow all states that can still be worth so much, or (with a beam) only the most promising. Says if it came to an end. */
static int follow(Automaton *a, int joker_weight, const Choice *known, int beam, int64_t steps, Choice *choice) {
    const Problem *p = a->problem;
    int64_t least = known->found ? known->worth : 1;
    Vector layer = {0}, found = {0};
    Index index;
    int whole = 1;
    index_open(&index);
    for (int case_index = 0; case_index < p->cases; case_index++) {
        Entry entry = {0};
        if (start_of(a, case_index, &entry.state)) *(Entry *)push(&layer, sizeof(Entry)) = entry;
    }
    for (int cell = 0; cell < p->cells && whole; cell++) {
        int64_t weight = cell < p->faces ? a->weights[cell] : 0;
        /* What may come to just as much must not fall behind the known play in listing order. */
        Wide known_word = known->word >> JOKER_BITS >> LETTER_BITS * (p->cells - 1 - cell);
        found.count = 0;
        index_clear(&index);
        for (size_t at = 0; at < layer.count && whole; at++) {
            const Entry *from = (Entry *)layer.items + at;
            int case_index = case_of(&from->state);
            int64_t jokers = (int64_t)(p->hand_jokers[case_index] + p->played_jokers[case_index]) * joker_weight;
            a->out.count = 0;
            expand(a, cell, &from->state);
            for (size_t to = 0; to < a->out.count; to++) {
                const Step *step = (Step *)a->out.items + to;
                Entry entry;
                entry.worth = from->worth + step->letter * weight;
                entry.promise = entry.worth + gain_ahead(a, &step->state) + jokers;
                if (entry.promise < least) continue;
                entry.state = step->state;
                entry.word = from->word << LETTER_BITS | (Wide)step->letter;
                if (entry.promise == least && entry.word < known_word) continue;
                add_entry(&found, &index, &entry);
            }
            whole = beam || (a->steps <= steps && found.count <= MOST_IN_LAYER);
        }
        if (!beam) {
            prune(a, &found);
        } else if (found.count) {
            qsort(found.items, found.count, sizeof(Entry), by_promise);
            select_promising(a, &found, beam);
        }
        Vector swap = layer;
        layer = found;
        found = swap;
    }
    if (whole) *choice = choose(a, &layer, joker_weight, least);
    drop(&layer);
    drop(&found);
    index_drop(&index);
    return whole;
}

/* Whether there is any play; a quick search finds one soon where there are many. */
int plays_any(Kernel *kernel, const int32_t *weights) {
    Automaton a;
    Choice choice, nothing = {0, 0, 0, 0};
    automaton_open(&a, &kernel->problem, weights, 1);
    follow(&a, 1, &nothing, BEAM, kernel->steps, &choice);
    if (!choice.found && !follow(&a, 1, &nothing, 0, kernel->steps, &choice)) choice.found = 0;
    automaton_close(&a);
    return choice.found;
}

/* Bit 0: a play was found; bit 1: that is proven. */
int plays_best(Kernel *kernel, const int32_t *weights, int32_t joker_weight, uint8_t *letters, int32_t *case_index) {
    const Problem *p = &kernel->problem;
    Automaton a;
    Choice quick, best, nothing = {0, 0, 0, 0};
    automaton_open(&a, p, weights, 1);
    follow(&a, joker_weight, &nothing, BEAM, kernel->steps, &quick);
    int proven = follow(&a, joker_weight, &quick, 0, kernel->steps, &best);
    if (!proven) best = quick;
    automaton_close(&a);
    if (!best.found) return proven << 1;
    letters[p->faces] = (uint8_t)(best.word & ((1 << JOKER_BITS) - 1));
    Wide word = best.word >> JOKER_BITS >> LETTER_BITS * (p->cells - p->faces);
    for (int face = p->faces - 1; face >= 0; face--, word >>= LETTER_BITS) letters[face] = (uint8_t)(word & 3);
    *case_index = best.case_index;
    return 1 | proven << 1;
}
