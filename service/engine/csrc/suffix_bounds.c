/* What each lane alone lets follow, as if every group came about. */
#include <string.h>

#include "language.h"

static const uint64_t NOTHING[(MOST_UNITS + 1) * MOST_AHEAD];

/* Adds what a node's lane alone lets with one letter, as words of the next layer, by units of jokers; whether there is any. */
static int look_on(Languages *l, int layer, const Node *node, int letter, uint64_t *next) {
    size_t words = l->width[layer + 1];
    int any = 0;
    for (int at = 0; at < node->options.count; at++) {
        const Option *option = (Option *)l->a->options.items + node->options.first + at;
        for (int move = 0; option->letter == letter && move < option->moves.count; move++) {
            const Move *taken = (Move *)l->a->moves.items + option->moves.first + move;
            int units = option->units + UNITS * taken->jokers;
            if (units + taken->need >= l->a->stride) continue;
            const uint64_t *after = find_outlooks(l, layer + 1, (uint32_t)taken->target);
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
const uint64_t *find_outlooks(Languages *l, int layer, uint32_t place) {
    if (layer == l->layers) return l->full[layer];
    if (l->outlooks[place]) return l->outlooks[place];
    const Node *node = &NODE(l->a, place);
    int lane = node->cell - cell_before(l->problem, layer), count = l->letters_of[layer].count;
    size_t words = l->width[layer], words_after = l->width[layer + 1], stride = (size_t)l->a->stride;
    uint64_t *outlooks = make_room(l, words * stride), *next = l->looking[layer];
    if (!outlooks) return NOTHING;
    if (!next) next = l->looking[layer] = make_room(l, words_after * stride);
    if (!next) return NOTHING;
    l->a->steps += 1 + (int64_t)(words * stride / WORDS_PER_STEP);
    for (int letter = 0; letter < LETTERS; letter++) {
        int any = -1;
        for (int32_t at = 0; at < count && any; at++) {
            const Letters *letters = letters_at(l, layer, at);
            if (letters->letters[lane] != letter) continue;
            if (any < 0) any = look_on(l, layer, node, letter, next);
            for (size_t units = 0; any && units < stride; units++)
                unite(l, layer, letters, next + words_after * units, outlooks + words * units);
        }
    }
    return l->outlooks[place] = outlooks;
}

/* A place for the outlook of every node there is now. */
void reach_nodes(Languages *l) {
    size_t nodes = l->a->nodes.count;
    if (l->outlooks && nodes <= l->nodes) return;
    l->outlooks = allot_more(l->outlooks, nodes * sizeof *l->outlooks);
    for (; l->nodes < nodes; l->nodes++) l->outlooks[l->nodes] = NULL;
}

/* Nearly every node comes from a start. */
void open_outlooks(Languages *l) {
    State start;
    for (int case_index = 0; case_index < l->problem->cases; case_index++) start_if_room(l->a, case_index, &start);
    reach_nodes(l);
}

void forget_outlooks(Languages *l) {
    memset(l->outlooks, 0, l->nodes * sizeof *l->outlooks);
    memset(l->looking, 0, sizeof l->looking);
}

void drop_outlooks(Languages *l) {
    give_back(l->outlooks);
    l->outlooks = NULL;
    l->nodes = 0;
}
