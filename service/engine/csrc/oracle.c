/* Laying where it is hard to find out which steps lead on: the search that counts plays is asked. See languages.c.
 *
 * It refutes far better, but most plays are laid sooner than it is set up. What is laid is the same: at each number the first step
 * from which the word can be ended.
 */
#include <string.h>

#include "paths.h"

/* Which bit of the languages before a layer stands for the rest of a word. */
static uint32_t bit_of(const LanguageSearch *l, int layer, const uint8_t *word) {
    const Problem *p = l->problem;
    Block block = {.cell = cell_before(p, layer)};
    while (block.cell < p->cells) block = block_after(l, block, block.cell < p->faces ? word[block.cell] - l->low[block.cell] : 0);
    return (uint32_t)block.limb * LIMB_BITS + block.shift;
}

static LetterBounds find_bounds(const Problem *p, const uint8_t *const *words, int count) {
    LetterBounds bounds = {{0}, {0}};
    memcpy(bounds.low, words[0], (size_t)p->faces);
    memcpy(bounds.high, words[0], (size_t)p->faces);
    for (int word = 1; word < count; word++)
        for (int face = 0; face < p->faces; face++) {
            if (bounds.low[face] > words[word][face]) bounds.low[face] = words[word][face];
            if (bounds.high[face] < words[word][face]) bounds.high[face] = words[word][face];
        }
    return bounds;
}

/* From now on the steps of some words are taken only if the search that counts plays says that they lead on. It is asked about these
 * words and those between them: plays that are listed one after the other have most letters in common. Where words are many all the
 * same, it knows nothing of the first numbers. */
void oracle_open(Paths *w, const uint8_t *const *words, int count) {
    LetterBounds bounds = find_bounds(w->p, words, count);
    w->oracle = language_search_open(w->a, 1, w->steps, &bounds);
    for (int layer = w->oracle->partition_layer; layer < w->layers; layer++) {
        const Suffixes *e = &w->suffixes[layer];
        uint32_t *bits = paths_allocate(w, (size_t)e->count * sizeof *bits);
        if (!bits) return;
        for (int word = 0; word < count; word++) bits[e->of_words[word]] = bit_of(w->oracle, layer, words[word]);
        w->bits[layer] = bits;
    }
}

/* Leaves of the endings that are asked about those that can be had from a state; whether there are any. */
int oracle_narrow(Paths *w, int layer, const State *state, uint64_t *queried) {
    LanguageSearch *l = w->oracle;
    const Suffixes *e = &w->suffixes[layer];
    const uint32_t *bits = w->bits[layer];
    uint64_t any = 0, *buffer = l->queried[layer];
    if (layer < l->partition_layer) return 1;
    trim_states(l);
    colour_suffixes_extend(l);
    memset(buffer, 0, l->width[layer] * sizeof *buffer);
    for (uint32_t word = 0; word < e->width; word++)
        for (uint64_t left = queried[word]; left; left &= left - 1) {
            uint32_t bit = bits[word * LIMB_BITS + (uint32_t)__builtin_ctzll(left)];
            buffer[bit / LIMB_BITS] |= (uint64_t)1 << bit % LIMB_BITS;
        }
    Signature signature = signature_of(l, state);
    const uint64_t *found = find_language(l, layer, state, &signature);
    if (!found) {
        w->exhausted = 1;
        return 0;
    }
    for (uint32_t word = 0; word < e->width; word++) {
        for (uint64_t left = queried[word]; left; left &= left - 1) {
            uint32_t bit = bits[word * LIMB_BITS + (uint32_t)__builtin_ctzll(left)];
            if (!(found[bit / LIMB_BITS] >> bit % LIMB_BITS & 1)) queried[word] &= ~(left & -left);
        }
        any |= queried[word];
    }
    return any != 0;
}
