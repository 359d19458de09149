/* Dominance cache: decided words are transferred between states.
 *
 * If one state dominates another, its language contains the other's. So a word that the dominating state rejects is rejected
 * by the other, and a word that the dominated state accepts is accepted by the other. Each layer has two lists: explored
 * states with accepted words and explored states with rejected words. A new state is compared with both before its
 * transitions are searched, and most states need no more.
 *
 * Many rejections depend only on the tiles to come. If states of a layer fail often, a state that dominates all others with
 * as many jokers is queried first: its runs are long and can take every tile to come. The words that it rejects are rejected
 * by all of them.
 *
 * Example: before number 9, the state with the open run R6 R7 R8 dominates the state with R7 R8, because its run may go on
 * or end, while the other must go on. The first rejects the word R10 (without R9, no meld holds R10), so the second rejects
 * it too. The second accepts R9, so the first accepts it too.
 */
#include <string.h>

#include "language.h"

/* Failures in a layer from which on the dominating state is queried. With several jokers left it costs much more. */
enum { MIN_FAILURES = 8, MIN_FAILURES_WITH_JOKERS = 64 };

Signature signature_of(const LanguageSearch *l, const State *state) {
    Signature signature = {.class = state->common >> CLASS_SHIFT};
    dominance_key(l->a, state, &signature.dominance);
    for (int run_colour = 0; run_colour < l->problem->run_colours; run_colour++)
        signature.filter |= (uint64_t)NODE(l->a, state->node[run_colour]).filter << FILTER_BITS * run_colour;
    return signature;
}

static const PartialLanguage *cached_partial(const LanguageSearch *l, const CachedState *cached) {
    return &((ExploredState *)l->explored.items)[cached->explored].partial;
}

/* Decides the queried words of a state as far as cached states do. Returns whether any remain in the query. */
int apply_cache(LanguageSearch *l, int layer, const Signature *signature, PartialLanguage *partial) {
    uint32_t limbs = l->width[layer];
    uint64_t *queried = l->queried[layer], *decided = partial->decided, any = 1;
    const Vector *accepting = &l->accepting[layer], *rejecting = &l->rejecting[layer];
    l->a->steps += (int64_t)(accepting->count + rejecting->count - partial->accepting_checked - partial->rejecting_checked) /
                   COMPARISONS_PER_CACHE_STEP;
    int32_t at = partial->rejecting_checked, count = (int32_t)rejecting->count;
    for (const CachedState *all = rejecting->items; any && at < count; at++) {
        const CachedState *other = &all[at];
        if (!signature_dominates(&other->signature, signature)) continue;
        const PartialLanguage *known = cached_partial(l, other);
        any = 0;
        for (uint32_t limb = 0; limb < limbs; limb++) {
            decided[limb] |= known->decided[limb] & ~known->language[limb];
            any |= queried[limb] &= ~decided[limb];
        }
    }
    partial->rejecting_checked = at;
    at = partial->accepting_checked;
    count = (int32_t)accepting->count;
    for (const CachedState *all = accepting->items; any && at < count; at++) {
        const CachedState *other = &all[at];
        if (!signature_dominates(signature, &other->signature)) continue;
        const uint64_t *accepted = cached_partial(l, other)->language;
        uint64_t *language = own_language(l, layer, partial);
        if (!language) return 1;
        any = 0;
        for (uint32_t limb = 0; limb < limbs; limb++) {
            language[limb] |= accepted[limb];
            decided[limb] |= accepted[limb];
            any |= queried[limb] &= ~decided[limb];
        }
    }
    partial->accepting_checked = at;
    return any != 0;
}

/* Sets `dominating` to the state that dominates all states of a layer with as many jokers. Returns whether it is another
 * state. */
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

/* If states of the layer failed often: decides that the queried words which the dominating state rejects are rejected.
 * Returns whether any remain in the query. */
int query_dominating_state(LanguageSearch *l, int layer, int32_t explored) {
    State state = ((ExploredState *)l->explored.items)[explored].state, dominating;
    uint32_t limbs = l->width[layer];
    uint64_t *queried = l->queried[layer], *kept = l->kept[layer], any = 0;
    int min_failures = jokers_left(&state) > 1 ? MIN_FAILURES_WITH_JOKERS : MIN_FAILURES;
    if (!layer || l->failures[layer] < min_failures || l->a->count_value) return 1;
    if (!find_dominating_state(l, layer, &state, &dominating)) return 1;
    for (uint32_t limb = 0; limb < limbs; limb++) kept[limb] = queried[limb];
    Signature signature = signature_of(l, &dominating);
    const uint64_t *language = find_language(l, layer, &dominating, &signature);
    if (!language) return 0;
    uint64_t *decided = ((ExploredState *)l->explored.items)[explored].partial.decided;
    for (uint32_t limb = 0; limb < limbs; limb++) {
        decided[limb] |= kept[limb] & ~language[limb];
        any |= queried[limb] = kept[limb] & language[limb];
    }
    return any != 0;
}

/* Adds an explored state to the cache, and counts a failure if it accepts none of the queried words. */
void cache_state(LanguageSearch *l, int layer, int32_t explored) {
    ExploredState *state = (ExploredState *)l->explored.items + explored;
    uint32_t limbs = l->width[layer];
    const uint64_t *language = state->partial.language, *decided = state->partial.decided;
    uint64_t accepted = 0, accepted_now = 0, rejected = 0;
    for (uint32_t limb = 0; limb < limbs; limb++) {
        accepted |= language[limb];
        accepted_now |= language[limb] & l->queried[layer][limb];
        rejected |= decided[limb] & ~language[limb];
    }
    CachedState cached = {signature_of(l, &state->state), explored};
    if (accepted && !state->accepting) *(CachedState *)vector_push(&l->accepting[layer], sizeof(CachedState)) = cached;
    if (rejected && !state->rejecting) *(CachedState *)vector_push(&l->rejecting[layer], sizeof(CachedState)) = cached;
    state->accepting |= accepted != 0;
    state->rejecting |= rejected != 0;
    l->failures[layer] += !accepted_now;
}

void cache_clear(LanguageSearch *l) {
    memset(l->failures, 0, sizeof l->failures);
    for (int layer = 0; layer < l->layers; layer++) l->accepting[layer].count = l->rejecting[layer].count = 0;
}

void cache_release(LanguageSearch *l) {
    for (int layer = 0; layer < l->layers; layer++) {
        vector_release(&l->accepting[layer]);
        vector_release(&l->rejecting[layer]);
    }
}
