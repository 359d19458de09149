/* What answered states say about others.
 *
 * Where a state outdoes another, all words of the other are words of it too, and what it lacks the other lacks. So most states are
 * never looked into: a stronger one has failed before them, or a weaker one has got through. Where states fail all the same, the
 * strongest state there could be is asked before them: one long run open for every tile to come. It fails by what is ahead alone, and so
 * for all.
 */
#include <string.h>

#include "language.h"

Signature signature_of(const LanguageSearch *l, const State *state) {
    Signature signature = {.class = state->common >> CLASS_SHIFT};
    dominance_key(l->a, state, &signature.dominance);
    for (int run_colour = 0; run_colour < l->problem->run_colours; run_colour++)
        signature.filter |= (uint64_t)NODE(l->a, state->node[run_colour]).filter << FILTER_BITS * run_colour;
    return signature;
}

static const PartialLanguage *cached_partial(const LanguageSearch *l, const CachedState *judged) {
    return &((ExploredState *)l->known.items)[judged->place].partial;
}

/* Answers from others what is asked about a state on the sheet of its layer, as far as they can. Whether any words are left. */
int apply_cache(LanguageSearch *l, int layer, const Signature *signature, PartialLanguage *partial) {
    uint32_t words = l->width[layer];
    uint64_t *queried = l->queried[layer], *decided = partial->decided, any = 1;
    const Vector *accepting = &l->accepting[layer], *rejecting = &l->rejecting[layer];
    l->a->steps += (int64_t)(accepting->count + rejecting->count - partial->accepting_checked - partial->rejecting_checked) /
                   COMPARISONS_PER_CACHE_STEP;
    int32_t at = partial->rejecting_checked, count = (int32_t)rejecting->count;
    for (const CachedState *all = rejecting->items; any && at < count; at++) {
        const CachedState *other = &all[at];
        if (!signature_dominates(&other->signature, signature)) continue;
        const PartialLanguage *told = cached_partial(l, other);
        any = 0;
        for (uint32_t word = 0; word < words; word++) {
            decided[word] |= told->decided[word] & ~told->language[word];
            any |= queried[word] &= ~decided[word];
        }
    }
    partial->rejecting_checked = at;
    at = partial->accepting_checked;
    count = (int32_t)accepting->count;
    for (const CachedState *all = accepting->items; any && at < count; at++) {
        const CachedState *other = &all[at];
        if (!signature_dominates(signature, &other->signature)) continue;
        const uint64_t *told = cached_partial(l, other)->language;
        uint64_t *language = own_language(l, layer, partial);
        if (!language) return 1;
        any = 0;
        for (uint32_t word = 0; word < words; word++) {
            language[word] |= told[word];
            decided[word] |= told[word];
            any |= queried[word] &= ~decided[word];
        }
    }
    partial->accepting_checked = at;
    return any != 0;
}

/* The state of a layer that outdoes all that have no more jokers; whether there is one, and it is another. */
static int find_dominating_state(LanguageSearch *l, int layer, const State *state, State *dominating) {
    const Problem *p = l->problem;
    *dominating = *state;
    if (p->defer_jokers) dominating->common |= (uint64_t)1 << RUN_SHIFT;
    for (int run_colour = 0; run_colour < p->run_colours; run_colour++) {
        uint32_t profile = dominating_profile(l->a, scenario_of(state), run_colour, layer,
                                              NODE(l->a, state->node[run_colour]).profile);
        dominating->node[run_colour] = (uint32_t)find_node(l->a, scenario_of(state), run_colour, layer, profile);
    }
    colour_suffixes_extend(l);
    return !same_state(dominating, state);
}

/* Where states of a layer failed often: of the words asked about a state, leaves those on the sheet that the strongest of all has.
 * Whether there are any. With more jokers left there is much that it can do, which pays only where very many fail. */
int query_dominating_state(LanguageSearch *l, int layer, int32_t place) {
    State state = ((ExploredState *)l->known.items)[place].state, dominating;
    uint32_t words = l->width[layer];
    uint64_t *queried = l->queried[layer], *kept = l->kept[layer], any = 0;
    int often = jokers_left(&state) > 1 ? FAILED_VERY_OFTEN : FAILED_OFTEN;
    if (!layer || l->failed[layer] < often || l->a->count_value) return 1;
    if (!find_dominating_state(l, layer, &state, &dominating)) return 1;
    for (uint32_t word = 0; word < words; word++) kept[word] = queried[word];
    Signature signature = signature_of(l, &dominating);
    const uint64_t *language = find_language(l, layer, &dominating, &signature);
    if (!language) return 0;
    uint64_t *decided = ((ExploredState *)l->known.items)[place].partial.decided;
    for (uint32_t word = 0; word < words; word++) {
        decided[word] |= kept[word] & ~language[word];
        any |= queried[word] = kept[word] & language[word];
    }
    return any != 0;
}

/* Lists a state that was answered, for others to see, and counts it if it had none of the words it was asked about. */
void cache_state(LanguageSearch *l, int layer, int32_t place) {
    ExploredState *known = (ExploredState *)l->known.items + place;
    uint32_t words = l->width[layer];
    const uint64_t *language = known->partial.language, *decided = known->partial.decided;
    uint64_t has = 0, rejecting = 0, now = 0;
    for (uint32_t word = 0; word < words; word++) {
        has |= language[word];
        now |= language[word] & l->queried[layer][word];
        rejecting |= decided[word] & ~language[word];
    }
    CachedState signature = {signature_of(l, &known->state), place};
    if (has && !known->accepting) *(CachedState *)vector_push(&l->accepting[layer], sizeof(CachedState)) = signature;
    if (rejecting && !known->rejecting) *(CachedState *)vector_push(&l->rejecting[layer], sizeof(CachedState)) = signature;
    known->accepting |= has != 0;
    known->rejecting |= rejecting != 0;
    l->failed[layer] += !now;
}

/* Lists nobody any more, and counts failures anew. */
void cache_clear(LanguageSearch *l) {
    memset(l->failed, 0, sizeof l->failed);
    for (int layer = 0; layer < l->layers; layer++) l->accepting[layer].count = l->rejecting[layer].count = 0;
}

void cache_release(LanguageSearch *l) {
    for (int layer = 0; layer < l->layers; layer++) {
        vector_release(&l->accepting[layer]);
        vector_release(&l->rejecting[layer]);
    }
}
