/* Residual languages of the states of a nondeterministic automaton, as bitsets, found on demand (memoised depth-first
 * search).
 *
 * The language of a state is the set of words that lead from it to an accepting state. The language before a layer is the
 * union, over all letters of the layer and all transitions with them, of these letters followed by the words of the target.
 * It is not computed as a whole: a query names the words in question (`queried`), and only these are decided. The search
 * stops at the first transitions that accept them. It rejects early: words already decided by the dominance cache
 * (dominance_cache.c) or outside the colour suffixes (suffix_bounds.c) are not passed on. Late in a game nearly every word
 * is a play, so most words are accepted by the first transitions.
 *
 * Example: the hand R7 B7 K7 R8 R9 with the bits of word_layout.c. Before number 8 there are two states. "R7 is an open run"
 * has the suffix R8 R9 (bit 3), "nothing is open" has the empty suffix (bit 0). Before number 7, the letters R7 lead to the
 * first state, which adds bit 16 + 3 = 19. The letters R7 B7 K7 as a group lead to the second, which adds bit 28 + 0. No
 * letters lead to the second, which adds bit 0. The language of the start is the union, bits 0, 19 and 28.
 */
#include <string.h>

#include "language.h"

static const uint64_t NOTHING[1];

static uint64_t low_mask(uint32_t bits) { return bits == LIMB_BITS ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1; }

/* Sets `next` to the suffixes of the words that begin with some letters: a language before the next layer. */
static inline void take(const LanguageSearch *l, int layer, const Letters *letters, const uint64_t *language, uint64_t *next) {
    uint32_t limbs = l->width[layer + 1];
    if (limbs == 1)
        next[0] = language[letters->limb] >> letters->shift & low_mask(l->layouts[cell_before(l->problem, layer + 1)].bits);
    else
        memcpy(next, language + letters->limb, limbs * sizeof(uint64_t));
}

static int has_any(const uint64_t *language, uint32_t limbs) {
    uint64_t any = 0;
    for (uint32_t limb = 0; limb < limbs; limb++) any |= language[limb];
    return any != 0;
}

/* --- explored states -------------------------------------------------------------------------------------------------- */

/* The index of an explored state, or -1. */
static int32_t find_explored(const LanguageSearch *l, int layer, const State *state) {
    uint32_t hash = hash_state_at(state, layer), index;
    size_t slot = SIZE_MAX;
    while ((index = index_next(&l->explored_index, hash, &slot)) != UINT32_MAX) {
        const ExploredState *explored = (ExploredState *)l->explored.items + index;
        if (explored->layer == layer && same_state(&explored->state, state)) return (int32_t)index;
    }
    return -1;
}

/* Copies the temporary result of a state into a new explored state. Returns its index, or -1 if a limit is reached. */
static int32_t add_explored(LanguageSearch *l, int layer, const State *state, const PartialLanguage *temporary) {
    uint32_t limbs = l->width[layer];
    PartialLanguage kept = *temporary;
    kept.language = has_any(temporary->language, limbs) ? allocate_limbs(l, limbs) : l->none;
    kept.decided = allocate_limbs(l, limbs);
    if (l->exhausted || l->explored.count == MAX_EXPLORED) {
        l->exhausted = 1;
        return -1;
    }
    if (kept.language != l->none) memcpy(kept.language, temporary->language, limbs * sizeof(uint64_t));
    memcpy(kept.decided, temporary->decided, limbs * sizeof(uint64_t));
    index_add(&l->explored_index, hash_state_at(state, layer), (uint32_t)l->explored.count);
    *(ExploredState *)vector_push(&l->explored, sizeof(ExploredState)) = (ExploredState){*state, kept, layer, 0, 0};
    return (int32_t)l->explored.count - 1;
}

static inline PartialLanguage *partial_of(const LanguageSearch *l, int32_t explored) {
    return &((ExploredState *)l->explored.items)[explored].partial;
}

/* The layer's temporary language, empty and undecided. */
static PartialLanguage *temporary_language(LanguageSearch *l, int layer) {
    PartialLanguage *partial = &l->temporary[layer];
    memset(partial->language, 0, l->width[layer] * sizeof(uint64_t));
    memset(partial->decided, 0, l->width[layer] * sizeof(uint64_t));
    partial->accepting_checked = partial->rejecting_checked = 0;
    return partial;
}

/* The language as a bitset that is not shared, so that words can be added, or NULL if a limit is reached. */
uint64_t *own_language(LanguageSearch *l, int layer, PartialLanguage *partial) {
    if (partial->language == l->none) partial->language = allocate_limbs(l, l->width[layer]);
    return partial->language;
}

/* --- transitions of a state with given letters ------------------------------------------------------------------------ */

typedef struct {
    Enumeration e;
    LanguageSearch *l;
    uint64_t open; /* the queried words before the next layer if they fit into a limb, otherwise all bits */
    size_t first;  /* index of the first transition with these letters */
} TransitionSearch;

static int prepare(Enumeration *e, Choice *choice) {
    const TransitionSearch *search = (TransitionSearch *)e;
    choice->suffixes = ~(uint64_t)0;
    if (search->l->width[e->layer + 1] == 1)
        choice->suffixes = find_colour_suffixes(search->l, e->layer + 1, choice->target, choice->spare)[0];
    return (search->open & choice->suffixes) != 0;
}

static int narrow(Enumeration *e, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    (void)e;
    return (narrower[0] = open[0] & choice->suffixes) != 0;
}

/* Spare jokers make acceptance likely, then long runs, which can take any next tile. */
static uint32_t priority_of(const Automaton *a, const State *state) {
    uint32_t spare = (uint32_t)(UNITS * jokers_left(state) - needed_units(a, state)), longs = 0;
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++)
        longs += NODE(a, state->node[run_colour]).profile >> LONG_SHIFT & COUNT_MASK;
    return spare << RANK_BITS | longs;
}

/* Keeps only transitions whose target no other one with the same letters dominates. */
static void accept(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open) {
    (void)split_code;
    const TransitionSearch *search = (TransitionSearch *)e;
    Vector *transitions = &search->l->transitions;
    Signature signature = signature_of(search->l, state);
    Transition *first = (Transition *)transitions->items + search->first, *kept = first,
               *end = (Transition *)transitions->items + transitions->count;
    for (const Transition *other = first; other < end; other++)
        if (signature_dominates(&other->signature, &signature)) return;
    for (const Transition *other = first; other < end; other++)
        if (!signature_dominates(&signature, &other->signature)) {
            if (kept != other) *kept = *other;
            kept++;
        }
    transitions->count = (size_t)(kept - (Transition *)transitions->items);
    *(Transition *)vector_push(transitions, sizeof(Transition)) = (Transition){*state, open[0], priority_of(e->a, state),
                                                                               signature};
}

/* Adds the transitions of a state over a layer with the letters of an index. `open`: the words in question before the next
 * layer. */
void add_transitions(LanguageSearch *l, int layer, const State *state, int32_t letters, const uint64_t *open) {
    TransitionSearch search;
    search.e.a = l->a;
    search.e.before = NULL;
    search.e.prepare = prepare;
    search.e.narrow = narrow;
    search.e.accept = accept;
    search.l = l;
    search.open = l->width[layer + 1] == 1 ? open[0] : ~(uint64_t)0;
    search.first = l->transitions.count;
    enumerate_transitions(&search.e, layer, state, letters_at(l, layer, letters)->letters, &search.open);
}

/* Sorts transitions by descending priority; the sort is stable. */
static void order_transitions(LanguageSearch *l, size_t first) {
    Transition *transitions = l->transitions.items;
    for (size_t at = first + 1; at < l->transitions.count; at++) {
        Transition one = transitions[at];
        size_t to = at;
        for (; to > first && one.priority > transitions[to - 1].priority; to--) transitions[to] = transitions[to - 1];
        transitions[to] = one;
    }
}

/* Adds the transitions of an explored state with some letters, if queried words with these letters are not found yet. */
static void find_transitions(LanguageSearch *l, int layer, const ExploredState *explored, int32_t at) {
    const Letters *letters = letters_at(l, layer, at);
    size_t first = l->transitions.count;
    uint64_t *open = l->open, *found_before = l->found_before, any = 0;
    take(l, layer, letters, l->queried[layer], open);
    take(l, layer, letters, explored->partial.language, found_before);
    for (uint32_t limb = 0; limb < l->width[layer + 1]; limb++) any |= open[limb] &= ~found_before[limb];
    if (!any) return;
    add_transitions(l, layer, &explored->state, at, open);
    order_transitions(l, first);
}

/* --- queries ---------------------------------------------------------------------------------------------------------- */

/* Sets the query of the next layer to the words that a transition may add to a language. Returns whether there are any. */
static int query_next(LanguageSearch *l, int layer, const Letters *letters, const uint64_t *language,
                      const Transition *transition) {
    uint32_t limbs = l->width[layer + 1];
    const State *state = &transition->state;
    if (limbs == 1) {
        uint64_t next, found_before;
        take(l, layer, letters, l->queried[layer], &next);
        take(l, layer, letters, language, &found_before);
        return (l->queried[layer + 1][0] = next & ~found_before & transition->open) != 0;
    }
    const uint64_t *suffixes[MAX_RUN_COLOURS];
    uint64_t *next = l->queried[layer + 1], *found_before = l->found_before, any = 0;
    int needs = needed_units(l->a, state);
    for (int run_colour = 0; run_colour < MAX_RUN_COLOURS; run_colour++)
        suffixes[run_colour] = run_colour < l->problem->run_colours ? colour_suffixes_of(l, layer + 1, state, run_colour, needs)
                                                                    : l->full[layer + 1];
    take(l, layer, letters, l->queried[layer], next);
    take(l, layer, letters, language, found_before);
    for (uint32_t limb = 0; limb < limbs; limb++)
        any |= next[limb] &= ~found_before[limb] & suffixes[0][limb] & suffixes[1][limb] & suffixes[2][limb] & suffixes[3][limb];
    l->a->steps += limbs / LIMBS_PER_STEP;
    return any != 0;
}

/* Adds the queried words with some letters to the language of an explored state. */
static void query_letters(LanguageSearch *l, int layer, int32_t explored, int32_t at) {
    size_t first = l->transitions.count;
    find_transitions(l, layer, (ExploredState *)l->explored.items + explored, at);
    const Letters *letters = letters_at(l, layer, at);
    for (size_t to = first, end = l->transitions.count; to < end && !l->exhausted; to++) {
        if (!query_next(l, layer, letters, partial_of(l, explored)->language, (Transition *)l->transitions.items + to)) continue;
        Transition transition = ((Transition *)l->transitions.items)[to];
        const uint64_t *found = find_language(l, layer + 1, &transition.state, &transition.signature);
        if (!found) return;
        if (!has_any(found, l->width[layer + 1])) continue;
        uint64_t *language = own_language(l, layer, partial_of(l, explored));
        if (language) unite(l, layer, letters, found, language);
    }
    l->transitions.count = first;
}

/* The language of a state, correct for the words in `queried` of its layer, or NULL if a limit is reached. It is valid until
 * the next query about the layer. */
const uint64_t *find_language(LanguageSearch *l, int layer, const State *state, const Signature *signature) {
    if (layer == l->layers) return is_end(l->a, state) ? l->full[layer] : NOTHING;
    int32_t explored = find_explored(l, layer, state);
    PartialLanguage *partial = explored < 0 ? temporary_language(l, layer) : partial_of(l, explored);
    uint32_t limbs = l->width[layer];
    uint64_t *queried = l->queried[layer], any = 0;
    for (uint32_t limb = 0; limb < limbs; limb++) any |= queried[limb] &= ~partial->decided[limb];
    if (!any || !apply_cache(l, layer, signature, partial)) return partial->language;
    if (explored < 0) explored = add_explored(l, layer, state, partial);
    if (l->exhausted) return NULL;
    if (!query_dominating_state(l, layer, explored)) return l->exhausted ? NULL : partial_of(l, explored)->language;
    for (int32_t at = 0; at < l->letters_of[layer].count && !l->exhausted; at++) query_letters(l, layer, explored, at);
    if (must_end(l->a, l->step_limit)) l->exhausted = 1;
    if (l->exhausted) return NULL;
    partial = partial_of(l, explored);
    for (uint32_t limb = 0; limb < limbs; limb++) partial->decided[limb] |= queried[limb] | partial->language[limb];
    cache_state(l, layer, explored);
    return partial->language;
}

/* The language of a state, correct for all words except the excluded ones, or NULL if a limit is reached. */
const uint64_t *query_state(LanguageSearch *l, int layer, const State *state, const uint64_t *excluded) {
    for (uint32_t limb = 0; limb < l->width[layer]; limb++) l->queried[layer][limb] = l->full[layer][limb] & ~excluded[limb];
    Signature signature = signature_of(l, state);
    return find_language(l, layer, state, &signature);
}
