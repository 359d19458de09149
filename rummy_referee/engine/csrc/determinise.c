/* Subset construction (determinisation): counts the words of large hands.
 *
 * Words are too many for bitsets here, so the first letters are read by a deterministic automaton. Its states are subsets:
 * all states of the nondeterministic automaton that some letters lead to, pruned by dominance. A prefix is a subset together
 * with the value and the number of tiles of its letters, as far as a minimum or a cap makes them matter. For each prefix the
 * number of letter sequences that lead to it is counted. As soon as the remaining cells are few enough for bitsets, the
 * languages of a subset's states are united, and each prefix adds its count times the number of suffixes that fit.
 *
 * Example: the hand is R7 B7 K7 R8 R9. The letter 1 for R7 leads from the start to a subset of two states: R7 lies in a
 * group that is not complete, or R7 starts a run. The letter 0 for B7 then leaves one state, the run, since R7 and K7 alone
 * are no group.
 */
#include <string.h>

#include "language.h"

enum { MAX_SUBSET_STATES = 1500000 };

typedef struct {
    int32_t subset, next; /* next: another prefix with the same subset, or -1 */
    uint16_t value, used;
    Wide count; /* letter sequences that lead to it */
} Prefix;

typedef struct {
    int32_t target, letter; /* target: a subset */
} Edge;

typedef struct {
    LanguageSearch *l;
    Vector states, subsets;           /* before the current cell; a subset is a span of states */
    Vector next_states, next_subsets; /* after it */
    Vector edges, edge_spans;         /* edge_spans: by subset */
    Vector by_letter[LETTERS];
    Vector prefixes, next_prefixes;
    Index subset_index, prefix_index;
    int32_t empty; /* the prefix without tiles, or -1 */
} Counting;

/* The index of a subset after the current cell, which is added if it is new. */
static int32_t find_subset(Counting *c, const Vector *subset) {
    const State *states = subset->items;
    uint32_t hash = hash_states(subset), index;
    size_t slot = SIZE_MAX;
    while ((index = index_next(&c->subset_index, hash, &slot)) != UINT32_MAX) {
        Span span = ((Span *)c->next_subsets.items)[index];
        if (span.count == (int32_t)subset->count &&
            !memcmp((State *)c->next_states.items + span.first, states, subset->count * sizeof(State)))
            return (int32_t)index;
    }
    size_t first = c->next_states.count;
    vector_reserve(&c->next_states, sizeof(State), first + subset->count + 1);
    if (subset->count) memcpy((State *)c->next_states.items + first, states, subset->count * sizeof(State));
    c->next_states.count += subset->count;
    index = (uint32_t)c->next_subsets.count;
    *(Span *)vector_push(&c->next_subsets, sizeof(Span)) = (Span){(int32_t)first, (int32_t)subset->count};
    index_add(&c->subset_index, hash, index);
    return (int32_t)index;
}

/* Finds the edges of all subsets over a cell, and the subsets after it. Returns 0 if a limit is reached. */
static int read_cell(Counting *c, int cell) {
    Automaton *a = c->l->a;
    c->next_states.count = c->next_subsets.count = c->edges.count = c->edge_spans.count = 0;
    index_clear(&c->subset_index);
    for (size_t at = 0; at < c->subsets.count; at++) {
        Span span = ((Span *)c->subsets.items)[at], edges = {(int32_t)c->edges.count, 0};
        for (int letter = 0; letter < LETTERS; letter++) c->by_letter[letter].count = 0;
        for (int32_t from = 0; from < span.count; from++) {
            a->out.count = 0;
            expand(a, cell, (State *)c->states.items + span.first + from);
            for (size_t to = 0; to < a->out.count; to++) {
                const Step *step = (Step *)a->out.items + to;
                *(State *)vector_push(&c->by_letter[step->letter], sizeof(State)) = step->state;
            }
        }
        for (int letter = 0; letter < LETTERS; letter++)
            if (c->by_letter[letter].count) {
                prune_states(a, &c->by_letter[letter]);
                *(Edge *)vector_push(&c->edges, sizeof(Edge)) = (Edge){find_subset(c, &c->by_letter[letter]), letter};
                edges.count++;
            }
        *(Span *)vector_push(&c->edge_spans, sizeof(Span)) = edges;
        if (must_end(a, c->l->step_limit) || c->next_states.count > MAX_SUBSET_STATES || arena_is_full()) return 0;
    }
    a->out.count = 0;
    return 1;
}

/* Adds a prefix after the current cell, or its count to an equal one. Returns its index. */
static int32_t add_prefix(Counting *c, Prefix prefix) {
    uint64_t key = (uint64_t)(uint32_t)prefix.subset << 32 | (uint32_t)prefix.value << 16 | prefix.used;
    uint32_t hash = hash_u64(&key, 1), index;
    size_t slot = SIZE_MAX;
    while ((index = index_next(&c->prefix_index, hash, &slot)) != UINT32_MAX) {
        Prefix *known = (Prefix *)c->next_prefixes.items + index;
        if (known->subset != prefix.subset || known->value != prefix.value || known->used != prefix.used) continue;
        known->count += prefix.count;
        return (int32_t)index;
    }
    index_add(&c->prefix_index, hash, (uint32_t)c->next_prefixes.count);
    *(Prefix *)vector_push(&c->next_prefixes, sizeof(Prefix)) = prefix;
    return (int32_t)c->next_prefixes.count - 1;
}

/* Continues all prefixes over the edges of a cell. */
static void advance(Counting *c, int cell) {
    const Problem *p = c->l->problem;
    int points = cell < p->faces ? p->values[cell / p->colours] : 0;
    int32_t empty = -1;
    c->next_prefixes.count = 0;
    index_clear(&c->prefix_index);
    for (size_t at = 0; at < c->prefixes.count; at++) {
        Prefix prefix = ((Prefix *)c->prefixes.items)[at];
        Span span = ((Span *)c->edge_spans.items)[prefix.subset];
        for (int32_t to = 0; to < span.count; to++) {
            Edge edge = ((Edge *)c->edges.items)[span.first + to];
            int value = prefix.value + edge.letter * points, used = p->cap ? prefix.used + edge.letter : 0;
            if (value > p->minimum || p->jokers_have_value) value = p->jokers_have_value ? 0 : p->minimum;
            if (used > p->cap) continue;
            int32_t target = add_prefix(c, (Prefix){edge.target, -1, (uint16_t)value, (uint16_t)used, prefix.count});
            if ((int32_t)at == c->empty && !edge.letter) empty = target;
        }
    }
    c->empty = empty;
}

/* Sets `all` to the words with `jokers` jokers from any state of a subset on. Returns 0 if a limit is reached. */
static int unite_states(Counting *c, int cell, Span span, int jokers, uint64_t *all) {
    LanguageSearch *l = c->l;
    const Problem *p = l->problem;
    memset(all, 0, l->layouts[cell].limbs * sizeof(uint64_t));
    for (int32_t at = 0; at < span.count; at++) {
        State state = ((State *)c->states.items)[span.first + at];
        int hand_jokers = jokers - p->played_jokers[scenario_of(&state)],
            unused = p->hand_jokers[scenario_of(&state)] - hand_jokers;
        if (hand_jokers < 0 || unused < 0 || needed_jokers(l->a, &state) + unused > jokers_left(&state)) continue;
        state.common -= (uint64_t)unused << LEFT_SHIFT;
        const uint64_t *found = query_state(l, cell / p->colours, &state, all);
        if (!found) return 0;
        for (uint32_t limb = 0; limb < l->layouts[cell].limbs; limb++) all[limb] |= found[limb];
    }
    return 1;
}

/* Sums up the count of each prefix times the number of its suffixes. Returns 0 if a limit is reached. */
static int sum_up(Counting *c, int cell, Wide *total) {
    LanguageSearch *l = c->l;
    uint64_t *all = allocate(l->layouts[cell].limbs * sizeof(uint64_t));
    int32_t *first = allocate((c->subsets.count + 1) * sizeof(int32_t));
    int complete = 1;
    memset(first, -1, c->subsets.count * sizeof(int32_t));
    for (size_t at = 0; at < c->prefixes.count; at++) {
        Prefix *prefix = (Prefix *)c->prefixes.items + at;
        prefix->next = first[prefix->subset];
        first[prefix->subset] = (int32_t)at;
    }
    for (size_t subset = 0; subset < c->subsets.count && complete; subset++)
        for (int jokers = 0; jokers < MAX_JOKERS && complete && first[subset] >= 0; jokers++) {
            trim_states(l);
            complete = unite_states(c, cell, ((Span *)c->subsets.items)[subset], jokers, all);
            for (int32_t at = first[subset]; at >= 0 && complete; at = ((Prefix *)c->prefixes.items)[at].next) {
                const Prefix *prefix = (Prefix *)c->prefixes.items + at;
                Block block = {.cell = cell, .value = prefix->value, .used = prefix->used};
                *total += prefix->count * count_block(l, all, block, jokers);
                if (at == c->empty && !jokers) *total -= all[0] & 1 && fits(l, prefix->value, 0);
            }
        }
    release(all);
    release(first);
    return complete;
}

static void swap_vectors(Vector *one, Vector *other) {
    Vector swap = *one;
    *one = *other;
    *other = swap;
}

static int count_prefixes(Counting *c, Wide *total) {
    const Problem *p = c->l->problem;
    int cell = 0;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        State state;
        if (start_if_memory(c->l->a, scenario, &state)) *(State *)vector_push(&c->by_letter[0], sizeof(State)) = state;
    }
    if (c->l->a->is_incomplete) return 0;
    prune_states(c->l->a, &c->by_letter[0]);
    add_prefix(c, (Prefix){find_subset(c, &c->by_letter[0]), -1, 0, 0, 1});
    for (;; cell++) {
        swap_vectors(&c->states, &c->next_states);
        swap_vectors(&c->subsets, &c->next_subsets);
        swap_vectors(&c->prefixes, &c->next_prefixes);
        if (cell % p->colours == 0 && c->l->layouts[cell].limbs <= MAX_LIMBS_AFTER_PREFIX) return sum_up(c, cell, total);
        if (!read_cell(c, cell)) return 0;
        advance(c, cell);
    }
}

/* Sets `total` to the number of words. Returns 0 if a limit is reached. */
int count_by_prefixes(LanguageSearch *l, Wide *total) {
    Counting c = {.l = l};
    *total = 0;
    index_open(&c.subset_index);
    index_open(&c.prefix_index);
    int complete = count_prefixes(&c, total);
    Vector *vectors[] = {&c.states, &c.subsets,    &c.next_states, &c.next_subsets,
                         &c.edges,  &c.edge_spans, &c.prefixes,    &c.next_prefixes};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) vector_release(vectors[at]);
    for (int letter = 0; letter < LETTERS; letter++) vector_release(&c.by_letter[letter]);
    index_release(&c.subset_index);
    index_release(&c.prefix_index);
    return complete;
}
