/* All words of all scenarios, partitioned by prefixes so that bitsets stay small.
 *
 * A bitset of all words of 20 different tiles has 128 kilobytes, and each explored state holds two. So the letters of the
 * first layers are enumerated one prefix after the other. A prefix leads to a set of states, its frontier, pruned by
 * dominance. The states of the frontier are then queried for the suffixes. Prefixes with the same frontier have the same
 * suffixes, which are copied. A word needs only one scenario and one state: words found before are excluded from later
 * queries.
 *
 * Example: the hand is R1 B1 R2 and 17 other tiles with higher numbers, all different. All words need 2^14 limbs, more than
 * MAX_PART_LIMBS = 2^11. After the second layer 17 tiles remain, which need 2^11. So the partition layer is 2, and there are
 * eight prefixes. A hand of up to 17 different tiles has one prefix, the empty one.
 */
#include <string.h>

#include "language.h"

enum { MANY_STATES = 1 << 14 };

/* The first layer before which a language has at most MAX_PART_LIMBS limbs. */
int find_partition_layer(const LanguageSearch *l) {
    int layer = 0;
    while (l->layouts[cell_before(l->problem, layer)].limbs > MAX_PART_LIMBS) layer++;
    return layer;
}

/* The language of a scenario with some number of jokers (`root`), the words excluded with that number, and the position in
 * both of the words with the current prefix. */
typedef struct {
    LanguageSearch *l;
    uint64_t *root, *excluded;
    size_t limb;
    uint32_t shift;
} PrefixPart;

/* Copies the suffixes of the prefix from a bitset of all words. */
static void read_part(const PrefixPart *part, const uint64_t *all, uint64_t *suffixes) {
    uint32_t limbs = part->l->width[part->l->partition_layer];
    if (limbs == 1)
        suffixes[0] = all[part->limb] >> part->shift;
    else
        memcpy(suffixes, all + part->limb, limbs * sizeof *suffixes);
}

/* Adds the words with the prefix and some suffixes to a bitset of all words. */
static void write_part(const PrefixPart *part, const uint64_t *suffixes, uint64_t *all) {
    uint32_t limbs = part->l->width[part->l->partition_layer];
    if (limbs == 1)
        all[part->limb] |= (suffixes[0] & part->l->full[part->l->partition_layer][0]) << part->shift;
    else
        for (uint32_t limb = 0; limb < limbs; limb++) all[part->limb + limb] |= suffixes[limb];
}

/* Copies the words of an earlier prefix with the same frontier, and returns whether there is one. If not, the frontier is
 * stored for later prefixes. With several scenarios this does not apply, since words of earlier scenarios are missing in the
 * root. */
static int copy_equal_part(const PrefixPart *part) {
    LanguageSearch *l = part->l;
    const Vector *frontier = &l->frontiers[l->partition_layer];
    size_t count = frontier->count, slot = SIZE_MAX;
    uint32_t index;
    if (!l->partition_layer || l->problem->scenarios > 1) return 0;
    uint32_t hash = hash_states(frontier);
    while ((index = index_next(&l->frontier_index, hash, &slot)) != UINT32_MAX) {
        const Frontier *same = (Frontier *)l->known_frontiers.items + index;
        if (same->root != part->root || (size_t)same->states.count != count) continue;
        if (memcmp((State *)l->frontier_states.items + same->states.first, frontier->items, count * sizeof(State))) continue;
        read_part(&(PrefixPart){l, part->root, part->excluded, same->limb, same->shift}, part->root, l->part);
        write_part(part, l->part, part->root);
        return 1;
    }
    if (l->frontier_states.count + count > MAX_FRONTIER_STATES) return 0;
    index_add(&l->frontier_index, hash, (uint32_t)l->known_frontiers.count);
    Span states = {(int32_t)l->frontier_states.count, (int32_t)count};
    *(Frontier *)vector_push(&l->known_frontiers, sizeof(Frontier)) = (Frontier){part->root, states, part->limb, part->shift};
    vector_reserve(&l->frontier_states, sizeof(State), l->frontier_states.count + count);
    memcpy((State *)l->frontier_states.items + l->frontier_states.count, frontier->items, count * sizeof(State));
    l->frontier_states.count += count;
    return 0;
}

/* Adds the words of the prefix to the root. Returns 0 if a limit is reached. */
static int search_frontier(const PrefixPart *part) {
    LanguageSearch *l = part->l;
    const Vector *frontier = &l->frontiers[l->partition_layer];
    uint32_t limbs = l->width[l->partition_layer];
    uint64_t *excluded = l->part;
    if (copy_equal_part(part)) return 1;
    trim_states(l);
    read_part(part, part->excluded, excluded);
    for (size_t at = 0; at < frontier->count; at++) {
        const uint64_t *found = query_state(l, l->partition_layer, (State *)frontier->items + at, excluded);
        if (!found) return 0;
        write_part(part, found, part->root);
        for (uint32_t limb = 0; limb < limbs; limb++) excluded[limb] |= found[limb];
    }
    write_part(part, excluded, part->excluded);
    return 1;
}

/* Computes the frontier after a layer from the one before it. */
static void advance(LanguageSearch *l, int layer, int32_t letters) {
    const Vector *frontier = &l->frontiers[layer];
    Vector *next = &l->frontiers[layer + 1];
    next->count = 0;
    for (size_t from = 0; from < frontier->count; from++) {
        l->transitions.count = 0;
        add_transitions(l, layer, (State *)frontier->items + from, letters, l->full[l->partition_layer]);
        for (size_t to = 0; to < l->transitions.count; to++)
            *(State *)vector_push(next, sizeof(State)) = ((Transition *)l->transitions.items)[to].state;
    }
    l->transitions.count = 0;
    prune_states(l->a, next);
}

/* Searches all prefixes that continue the current one from a layer on. Returns 0 if a limit is reached. */
static int search_parts(PrefixPart part, int layer) {
    LanguageSearch *l = part.l;
    int complete = 1;
    if (layer == l->partition_layer) return search_frontier(&part);
    for (int32_t at = 0; at < l->letters_of[layer].count && complete; at++) {
        const Letters *letters = letters_at(l, layer, at);
        PrefixPart narrower = part;
        narrower.limb += letters->limb;
        narrower.shift += letters->shift;
        advance(l, layer, at);
        if (must_end(l->a, l->step_limit)) return 0;
        if (l->frontiers[layer + 1].count) complete = search_parts(narrower, layer + 1);
    }
    return complete;
}

/* The bitset of an entry of `roots` or `excluded`, which is allocated first if necessary. */
static uint64_t *bitset_at(LanguageSearch *l, uint64_t **entry) {
    if (!*entry) *entry = allocate_zeroed(l->layouts[0].limbs, sizeof **entry);
    return *entry;
}

/* Finds the words of a scenario with `jokers` hand jokers, except excluded ones. Returns 0 if a limit is reached. */
static int search_scenario_words(LanguageSearch *l, int scenario, const State *start, int jokers) {
    State state = *start;
    int unused = l->problem->hand_jokers[scenario] - jokers;
    if (needed_jokers(l->a, &state) + unused > jokers_left(&state)) return 1;
    state.common -= (uint64_t)unused << LEFT_SHIFT;
    l->frontiers[0].count = 0;
    *(State *)vector_push(&l->frontiers[0], sizeof(State)) = state;
    uint64_t *excluded = bitset_at(l, &l->excluded[l->problem->played_jokers[scenario] + jokers]);
    return search_parts((PrefixPart){l, bitset_at(l, &l->roots[scenario * MAX_JOKERS + jokers]), excluded, 0, 0}, 0);
}

static int search_all_scenarios(LanguageSearch *l) {
    const Problem *p = l->problem;
    State start;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        if (!start_if_memory(l->a, scenario, &start)) continue;
        cache_clear(l); /* states of different scenarios do not dominate one another */
        if (l->explored.count > MANY_STATES) clear_states(l);
        for (int jokers = 0; jokers <= p->hand_jokers[scenario]; jokers++)
            if (!search_scenario_words(l, scenario, &start, jokers)) return 0;
    }
    return 1;
}

/* Excludes all words outside the superset: otherwise each scenario would have to reject them. */
static void exclude_impossible(LanguageSearch *l) {
    const LanguageSearch *superset = l->problem->superset;
    for (int jokers = 0; superset && jokers <= superset->problem->hand_jokers[0]; jokers++) {
        const uint64_t *possible = language_of(superset, 0, jokers);
        uint64_t *excluded = bitset_at(l, &l->excluded[jokers]);
        for (uint32_t limb = 0; limb < l->layouts[0].limbs; limb++) excluded[limb] = possible ? ~possible[limb] : ~(uint64_t)0;
    }
}

/* Removes words outside the superset: the search may also find words that were not queried. */
static void keep_superset(LanguageSearch *l) {
    const LanguageSearch *superset = l->problem->superset;
    for (int scenario = 0; superset && scenario < l->problem->scenarios; scenario++)
        for (int hand_jokers = 0; hand_jokers < MAX_JOKERS; hand_jokers++) {
            uint64_t *root = l->roots[scenario * MAX_JOKERS + hand_jokers];
            const uint64_t *possible = language_of(superset, 0, l->problem->played_jokers[scenario] + hand_jokers);
            for (uint32_t limb = 0; root && limb < l->layouts[0].limbs; limb++) root[limb] &= possible ? possible[limb] : 0;
        }
}

/* Finds the languages of all scenarios. Returns 0 if a limit is reached. */
int find_all_words(LanguageSearch *l) {
    exclude_impossible(l);
    int complete = search_all_scenarios(l) && !l->a->is_incomplete;
    if (complete) keep_superset(l);
    return complete;
}
