/* All words of a case: where they are many slice by slice, those with the same first letters together.
 *
 * A set of all words of a hand of twenty takes a hundred kilobytes or two, and every state that is looked into has two of them. So of
 * large hands the first letters are read one after the other, with all states that they lead to but those that others outdo; and
 * these states are asked about the rest of the words. Of a hand of up to 17 different tiles nothing is read: its one slice has all words.
 */
#include <string.h>

#include "language.h"

/* The first layer before which words are so few that they can be looked for together. */
int find_cut(const Languages *l) {
    int layer = 0;
    while (l->shapes[cell_before(l->problem, layer)].words > MOST_IN_SLICE) layer++;
    return layer;
}

/* The words of a case with so many jokers, those that any case has with so many, and where a slice of them is. */
typedef struct {
    Languages *l;
    uint64_t *root, *had;
    size_t word;
    uint32_t shift;
} Slice;

/* Copies the words of a slice out of all words. */
static void read_slice(const Slice *slice, const uint64_t *all, uint64_t *words) {
    uint32_t count = slice->l->width[slice->l->cut];
    if (count == 1)
        words[0] = all[slice->word] >> slice->shift;
    else
        memcpy(words, all + slice->word, count * sizeof *words);
}

static void write_slice(const Slice *slice, const uint64_t *words, uint64_t *all) {
    uint32_t count = slice->l->width[slice->l->cut];
    if (count == 1)
        all[slice->word] |= (words[0] & slice->l->full[slice->l->cut][0]) << slice->shift;
    else
        for (uint32_t word = 0; word < count; word++) all[slice->word + word] |= words[word];
}

/* A slice of the same case whose letters lead to the same states has the same words: whether there was one, and they are copied. Else
 * this one is noted for later ones. */
static int copy_same(const Slice *slice) {
    Languages *l = slice->l;
    const Vector *front = &l->fronts[l->cut];
    size_t count = front->count, slot = SIZE_MAX;
    uint32_t hash = (uint32_t)count, place;
    if (!l->cut || l->problem->cases > 1) return 0;
    for (size_t at = 0; at < count; at++) hash = hash * 0x9E3779B1u ^ hash_state((State *)front->items + at);
    while ((place = index_next(&l->front_index, hash, &slot)) != UINT32_MAX) {
        const Front *same = (Front *)l->fronts_had.items + place;
        if (same->root != slice->root || (size_t)same->states.count != count) continue;
        if (memcmp((State *)l->front_states.items + same->states.first, front->items, count * sizeof(State))) continue;
        read_slice(&(Slice){l, slice->root, slice->had, same->word, same->shift}, slice->root, l->slice);
        write_slice(slice, l->slice, slice->root);
        return 1;
    }
    if (l->front_states.count + count > MOST_IN_FRONTS) return 0;
    index_add(&l->front_index, hash, (uint32_t)l->fronts_had.count);
    Span states = {(int32_t)l->front_states.count, (int32_t)count};
    *(Front *)push(&l->fronts_had, sizeof(Front)) = (Front){slice->root, states, slice->word, slice->shift};
    reserve(&l->front_states, sizeof(State), l->front_states.count + count);
    memcpy((State *)l->front_states.items + l->front_states.count, front->items, count * sizeof(State));
    l->front_states.count += count;
    return 0;
}

/* Looks for the words of a slice from all states that its letters lead to. Whether that could be done. */
static int ask_front(const Slice *slice) {
    Languages *l = slice->l;
    const Vector *front = &l->fronts[l->cut];
    uint32_t words = l->width[l->cut];
    uint64_t *had = l->slice;
    if (copy_same(slice)) return 1;
    make_way(l);
    read_slice(slice, slice->had, had);
    for (size_t place = 0; place < front->count; place++) {
        const uint64_t *found = ask_state(l, l->cut, (State *)front->items + place, had);
        if (!found) return 0;
        write_slice(slice, found, slice->root);
        for (uint32_t word = 0; word < words; word++) had[word] |= found[word];
    }
    write_slice(slice, had, slice->had);
    return 1;
}

/* Leads the states before a layer over it with some letters. */
static void lead_on(Languages *l, int layer, int32_t letters) {
    const Vector *front = &l->fronts[layer];
    Vector *next = &l->fronts[layer + 1];
    next->count = 0;
    for (size_t place = 0; place < front->count; place++) {
        l->leaps.count = 0;
        leap(l, layer, (State *)front->items + place, letters, l->full[l->cut]);
        for (size_t at = 0; at < l->leaps.count; at++) *(State *)push(next, sizeof(State)) = ((Leap *)l->leaps.items)[at].state;
    }
    l->leaps.count = 0;
    prune_states(l->a, next);
}

/* Every choice of letters in one layer after the other. */
static int part(Slice slice, int layer) {
    Languages *l = slice.l;
    int whole = 1;
    if (layer == l->cut) return ask_front(&slice);
    for (int32_t place = 0; place < l->letters_of[layer].count && whole; place++) {
        const Letters *letters = letters_at(l, layer, place);
        Slice narrower = slice;
        narrower.word += letters->word;
        narrower.shift += letters->shift;
        lead_on(l, layer, place);
        if (l->a->steps > l->steps) return 0;
        if (l->fronts[layer + 1].count) whole = part(narrower, layer + 1);
    }
    return whole;
}

/* Looks for all words of a case with so many jokers of the hand, but for those that an earlier case has. Whether that could be done. */
int ask_case(Languages *l, int case_index, const State *start, int jokers) {
    State fewer = *start;
    int unused = l->problem->hand_jokers[case_index] - jokers;
    if (needed_jokers(l->a, &fewer) + unused > left_of(&fewer)) return 1;
    fewer.common -= (uint64_t)unused << LEFT_SHIFT;
    l->fronts[0].count = 0;
    *(State *)push(&l->fronts[0], sizeof(State)) = fewer;
    uint64_t *had = had_with(l, l->problem->played_jokers[case_index] + jokers);
    return part((Slice){l, root_of(l, case_index * MOST_JOKERS + jokers), had, 0, 0}, 0);
}
