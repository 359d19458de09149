/* What each lane alone lets follow, as if every group came about. */
#include <string.h>

#include "language.h"

static const uint64_t NOTHING[(MAX_UNITS + 1) * MAX_SUFFIX_LIMBS];

/* Adds what a node's lane alone lets with one letter, as words of the next layer, by units of jokers; whether there is any. */
static int add_colour_suffixes(LanguageSearch *l, int layer, const Node *node, int letter, uint64_t *next) {
    size_t words = l->width[layer + 1];
    int any = 0;
    for (int at = 0; at < node->splits.count; at++) {
        const Split *split = (Split *)l->a->splits.items + node->splits.first + at;
        for (int run_step = 0; split->letter == letter && run_step < split->run_steps.count; run_step++) {
            const RunStep *taken = (RunStep *)l->a->run_steps.items + split->run_steps.first + run_step;
            int units = split->units + UNITS * taken->jokers;
            if (units + taken->need >= l->a->stride) continue;
            const uint64_t *after = compute_colour_suffixes(l, layer + 1, (uint32_t)taken->target);
            if (!any) memset(next, 0, words * (size_t)l->a->stride * sizeof(uint64_t));
            any = 1;
            size_t step = layer + 1 < l->layers ? words : 0, count = words * (size_t)(l->a->stride - units);
            uint64_t *to = next + words * (size_t)units;
            if (step)
                for (size_t word = 0; word < count; word++) to[word] |= after[word];
            else
                for (size_t word = 0; word < count; word++) to[word] |= after[word % words];
        }
    }
    return any;
}

/* The words that a node's lane alone lets from a layer on, for each number of units of jokers. */
const uint64_t *compute_colour_suffixes(LanguageSearch *l, int layer, uint32_t place) {
    if (layer == l->layers) return l->full[layer];
    if (l->outlooks[place]) return l->outlooks[place];
    const Node *node = &NODE(l->a, place);
    int run_colour = node->cell - cell_before(l->problem, layer), count = l->letters_of[layer].count;
    size_t words = l->width[layer], words_after = l->width[layer + 1], stride = (size_t)l->a->stride;
    uint64_t *outlooks = allocate_limbs(l, words * stride), *next = l->suffix_buffers[layer];
    if (!outlooks) return NOTHING;
    if (!next) next = l->suffix_buffers[layer] = allocate_limbs(l, words_after * stride);
    if (!next) return NOTHING;
    l->a->steps += 1 + (int64_t)(words * stride / LIMBS_PER_STEP);
    for (int letter = 0; letter < LETTERS; letter++) {
        int any = -1;
        for (int32_t at = 0; at < count && any; at++) {
            const Letters *letters = letters_at(l, layer, at);
            if (letters->letters[run_colour] != letter) continue;
            if (any < 0) any = add_colour_suffixes(l, layer, node, letter, next);
            for (size_t units = 0; any && units < stride; units++)
                unite(l, layer, letters, next + words_after * units, outlooks + words * units);
        }
    }
    return l->outlooks[place] = outlooks;
}

/* A place for the outlook of every node there is now. */
void colour_suffixes_extend(LanguageSearch *l) {
    size_t nodes = l->a->nodes.count;
    if (l->outlooks && nodes <= l->nodes) return;
    l->outlooks = reallocate(l->outlooks, nodes * sizeof *l->outlooks);
    for (; l->nodes < nodes; l->nodes++) l->outlooks[l->nodes] = NULL;
}

/* Nearly every node comes from a start. */
void colour_suffixes_open(LanguageSearch *l) {
    State start;
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) start_if_memory(l->a, scenario, &start);
    colour_suffixes_extend(l);
}

void colour_suffixes_clear(LanguageSearch *l) {
    memset(l->outlooks, 0, l->nodes * sizeof *l->outlooks);
    memset(l->suffix_buffers, 0, sizeof l->suffix_buffers);
}

void colour_suffixes_release(LanguageSearch *l) {
    release(l->outlooks);
    l->outlooks = NULL;
    l->nodes = 0;
}
