/* Upper bounds on languages: one relaxation for each run colour.
 *
 * The relaxation of a run colour ignores the runs of the other colours and assumes that every group of its tiles comes
 * about, for at least as many units of jokers as its tiles must contribute. It depends on one node and on the units that are
 * left for it. Its words are the "colour suffixes" of the node, computed once by dynamic programming over the layers. The
 * language of a state is a subset of the intersection of the colour suffixes of its nodes, so words outside this
 * intersection are never queried.
 *
 * Example: R7 R8 lie on the table, the hand is R9 B9 K9, there are no jokers. Before number 9, red must play R9 into its
 * open run; whether B9 and K9 are played does not matter to red. So the colour suffixes of red are R9, R9 B9, R9 K9 and R9
 * B9 K9. Blue and black have all eight words, since their tiles may lie in a group. The intersection has four words, of
 * which only R9 is in the language.
 */
#include <string.h>

#include "language.h"

static const uint64_t NOTHING[(MAX_UNITS + 1) * MAX_SUFFIX_LIMBS];

/* Sets `next`, by units of jokers, to the suffixes after the run colour's letter in a layer. Returns whether the letter is
 * possible; if not, `next` is not set. */
static int find_suffixes_after(LanguageSearch *l, int layer, const Node *node, int letter, uint64_t *next) {
    size_t limbs = l->width[layer + 1];
    int any = 0;
    for (int at = 0; at < node->splits.count; at++) {
        const Split *split = (Split *)l->a->splits.items + node->splits.first + at;
        for (int step = 0; split->letter == letter && step < split->run_steps.count; step++) {
            const RunStep *run_step = (RunStep *)l->a->run_steps.items + split->run_steps.first + step;
            int units = split->units + UNITS * run_step->jokers;
            if (units + run_step->need >= l->a->stride) continue;
            const uint64_t *after = compute_colour_suffixes(l, layer + 1, (uint32_t)run_step->target);
            if (!any) memset(next, 0, limbs * (size_t)l->a->stride * sizeof(uint64_t));
            any = 1;
            size_t count = limbs * (size_t)(l->a->stride - units);
            uint64_t *to = next + limbs * (size_t)units;
            if (layer + 1 < l->layers)
                for (size_t limb = 0; limb < count; limb++) to[limb] |= after[limb];
            else /* after the last layer the suffixes do not depend on units */
                for (size_t limb = 0; limb < count; limb++) to[limb] |= after[limb % limbs];
        }
    }
    return any;
}

/* The colour suffixes of a node before a layer, one bitset for each number of units. */
const uint64_t *compute_colour_suffixes(LanguageSearch *l, int layer, uint32_t index) {
    if (layer == l->layers) return l->full[layer];
    if (l->colour_suffixes[index]) return l->colour_suffixes[index];
    const Node *node = &NODE(l->a, index);
    int run_colour = node->cell - cell_before(l->problem, layer), count = l->letters_of[layer].count;
    size_t limbs = l->width[layer], limbs_after = l->width[layer + 1], stride = (size_t)l->a->stride;
    uint64_t *suffixes = allocate_limbs(l, limbs * stride), *next = l->suffix_buffers[layer];
    if (!suffixes) return NOTHING;
    if (!next) next = l->suffix_buffers[layer] = allocate_limbs(l, limbs_after * stride);
    if (!next) return NOTHING;
    l->a->steps += 1 + (int64_t)(limbs * stride / LIMBS_PER_STEP);
    for (int letter = 0; letter < LETTERS; letter++) {
        int any = -1; /* unknown */
        for (int32_t at = 0; at < count && any; at++) {
            const Letters *letters = letters_at(l, layer, at);
            if (letters->letters[run_colour] != letter) continue;
            if (any < 0) any = find_suffixes_after(l, layer, node, letter, next);
            for (size_t units = 0; any && units < stride; units++)
                unite(l, layer, letters, next + limbs_after * units, suffixes + limbs * units);
        }
    }
    return l->colour_suffixes[index] = suffixes;
}

/* Makes the table of colour suffixes as long as the nodes of the automaton are now. */
void colour_suffixes_extend(LanguageSearch *l) {
    size_t nodes = l->a->nodes.count;
    if (l->colour_suffixes && nodes <= l->suffix_nodes) return;
    l->colour_suffixes = reallocate(l->colour_suffixes, nodes * sizeof *l->colour_suffixes);
    for (; l->suffix_nodes < nodes; l->suffix_nodes++) l->colour_suffixes[l->suffix_nodes] = NULL;
}

/* Creates the start states, and with them nearly every node, before the table is allocated. */
void colour_suffixes_open(LanguageSearch *l) {
    State start;
    for (int scenario = 0; scenario < l->problem->scenarios; scenario++) start_if_memory(l->a, scenario, &start);
    colour_suffixes_extend(l);
}

void colour_suffixes_clear(LanguageSearch *l) {
    memset(l->colour_suffixes, 0, l->suffix_nodes * sizeof *l->colour_suffixes);
    memset(l->suffix_buffers, 0, sizeof l->suffix_buffers);
}

void colour_suffixes_release(LanguageSearch *l) {
    release(l->colour_suffixes);
    l->colour_suffixes = NULL;
    l->suffix_nodes = 0;
}
