/* All words of a case: where they are many slice by slice, those with the same first letters together.
 *
 * A set of all words of a hand of twenty takes a hundred kilobytes or two, and every state that is looked into has two of them. So of
 * large hands the first letters are read one after the other, with all states that they lead to but those that others outdo; and
 * these states are asked about the rest of the words. Of a hand of up to 17 different tiles nothing is read: its one slice has all words.
 */
#include <string.h>

#include "language.h"

/* The first layer before which words are so few that they can be looked for together. */
int find_partition_layer(const LanguageSearch *l) {
    int layer = 0;
    while (l->layouts[cell_before(l->problem, layer)].limbs > MAX_PART_LIMBS) layer++;
    return layer;
}

/* The words of a case with so many jokers, those that any case has with so many, and where a slice of them is. */
typedef struct {
    LanguageSearch *l;
    uint64_t *root, *had;
    size_t limb;
    uint32_t shift;
} PrefixPart;

/* Copies the words of a slice out of all words. */
static void read_part(const PrefixPart *part, const uint64_t *all, uint64_t *words) {
    uint32_t count = part->l->width[part->l->partition_layer];
    if (count == 1)
        words[0] = all[part->limb] >> part->shift;
    else
        memcpy(words, all + part->limb, count * sizeof *words);
}

static void write_part(const PrefixPart *part, const uint64_t *words, uint64_t *all) {
    uint32_t count = part->l->width[part->l->partition_layer];
    if (count == 1)
        all[part->limb] |= (words[0] & part->l->full[part->l->partition_layer][0]) << part->shift;
    else
        for (uint32_t word = 0; word < count; word++) all[part->limb + word] |= words[word];
}

/* A slice of the same case whose letters lead to the same states has the same words: whether there was one, and they are copied. Else
 * this one is noted for later ones. */
static int copy_equal_part(const PrefixPart *part) {
    LanguageSearch *l = part->l;
    const Vector *frontier = &l->frontiers[l->partition_layer];
    size_t count = frontier->count, slot = SIZE_MAX;
    uint32_t hash = (uint32_t)count, place;
    if (!l->partition_layer || l->problem->scenarios > 1) return 0;
    for (size_t at = 0; at < count; at++) hash = hash * 0x9E3779B1u ^ hash_state((State *)frontier->items + at);
    while ((place = index_next(&l->frontier_index, hash, &slot)) != UINT32_MAX) {
        const Frontier *same = (Frontier *)l->known_frontiers.items + place;
        if (same->root != part->root || (size_t)same->states.count != count) continue;
        if (memcmp((State *)l->frontier_states.items + same->states.first, frontier->items, count * sizeof(State))) continue;
        read_part(&(PrefixPart){l, part->root, part->had, same->limb, same->shift}, part->root, l->part);
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

/* Looks for the words of a slice from all states that its letters lead to. Whether that could be done. */
static int search_frontier(const PrefixPart *part) {
    LanguageSearch *l = part->l;
    const Vector *frontier = &l->frontiers[l->partition_layer];
    uint32_t words = l->width[l->partition_layer];
    uint64_t *had = l->part;
    if (copy_equal_part(part)) return 1;
    trim_states(l);
    read_part(part, part->had, had);
    for (size_t place = 0; place < frontier->count; place++) {
        const uint64_t *found = query_state(l, l->partition_layer, (State *)frontier->items + place, had);
        if (!found) return 0;
        write_part(part, found, part->root);
        for (uint32_t word = 0; word < words; word++) had[word] |= found[word];
    }
    write_part(part, had, part->had);
    return 1;
}

/* Leads the states before a layer over it with some letters. */
static void advance(LanguageSearch *l, int layer, int32_t letters) {
    const Vector *frontier = &l->frontiers[layer];
    Vector *next = &l->frontiers[layer + 1];
    next->count = 0;
    for (size_t place = 0; place < frontier->count; place++) {
        l->transitions.count = 0;
        add_transitions(l, layer, (State *)frontier->items + place, letters, l->full[l->partition_layer]);
        for (size_t at = 0; at < l->transitions.count; at++)
            *(State *)vector_push(next, sizeof(State)) = ((Transition *)l->transitions.items)[at].state;
    }
    l->transitions.count = 0;
    prune_states(l->a, next);
}

/* Every choice of letters in one layer after the other. */
static int search_parts(PrefixPart part, int layer) {
    LanguageSearch *l = part.l;
    int whole = 1;
    if (layer == l->partition_layer) return search_frontier(&part);
    for (int32_t place = 0; place < l->letters_of[layer].count && whole; place++) {
        const Letters *letters = letters_at(l, layer, place);
        PrefixPart narrower = part;
        narrower.limb += letters->limb;
        narrower.shift += letters->shift;
        advance(l, layer, place);
        if (l->a->steps > l->steps) return 0;
        if (l->frontiers[layer + 1].count) whole = search_parts(narrower, layer + 1);
    }
    return whole;
}

/* Looks for all words of a case with so many jokers of the hand, but for those that an earlier case has. Whether that could be done. */
int search_scenario_words(LanguageSearch *l, int scenario, const State *start, int jokers) {
    State fewer = *start;
    int unused = l->problem->hand_jokers[scenario] - jokers;
    if (needed_jokers(l->a, &fewer) + unused > jokers_left(&fewer)) return 1;
    fewer.common -= (uint64_t)unused << LEFT_SHIFT;
    l->frontiers[0].count = 0;
    *(State *)vector_push(&l->frontiers[0], sizeof(State)) = fewer;
    uint64_t *had = had_with(l, l->problem->played_jokers[scenario] + jokers);
    return search_parts((PrefixPart){l, root_of(l, scenario * MAX_JOKERS + jokers), had, 0, 0}, 0);
}
