/* Laying plays: see plays/laying.py. */
#include <stdlib.h>
#include <string.h>

#include "lay.h"

struct Layer {
    Laying laying;
    Vector old; /* the melds on the table, as last read */
    Vector melds;
    Index melds_index;
    Vector numbers, bytes; /* what is told: of each table the melds kept and new, and of each new meld its tiles */
};

static Layer *open_layer(const Problem *problem) {
    Layer *layer = calloc(1, sizeof *layer);
    if (!layer) abort();
    layer->laying.problem = problem;
    for (int cell = 0; cell < MOST_FACES + MOST_LANES; cell++) {
        layer->laying.number_of[cell] = (uint8_t)(cell / problem->colours);
        layer->laying.colour_of[cell] = (uint8_t)(cell % problem->colours);
    }
    index_open(&layer->laying.lane_index);
    index_open(&layer->laying.dead_index);
    index_open(&layer->melds_index);
    return layer;
}

void drop_layer(Layer *layer) {
    if (!layer) return;
    drop_lane_tables(&layer->laying);
    drop(&layer->laying.lane_tables);
    index_drop(&layer->laying.lane_index);
    drop(&layer->laying.dead);
    index_drop(&layer->laying.dead_index);
    drop(&layer->laying.runs);
    drop(&layer->laying.melds);
    drop(&layer->laying.stays);
    drop(&layer->laying.kept);
    drop(&layer->old);
    drop(&layer->melds);
    index_drop(&layer->melds_index);
    drop(&layer->numbers);
    drop(&layer->bytes);
    free(layer);
}

/* The tiles that lie in melds after a play. */
static void pile_up(const Problem *p, int case_index, const uint8_t *letters, Pile *pile) {
    size_t row = (size_t)case_index * p->faces;
    int worth = 0;
    memset(pile, 0, sizeof *pile);
    pile->jokers = pile->wild = p->free_jokers[case_index] + letters[p->faces] - p->played_jokers[case_index];
    for (int cell = 0; cell < p->faces; cell++) {
        int bound = p->roles[row + cell], merged = p->strict ? 0 : bound;
        pile->bound[cell] = (uint8_t)bound;
        pile->reals[cell] = (uint8_t)(p->must[row + cell] - merged + letters[cell] - p->played[row + cell]);
        if (letters[cell]) worth += letters[cell] * p->numbers[cell / p->colours];
        pile->wild += bound;
    }
    pile->strict = pile->wild >= SHORTEST;
    if (p->jokers_count && p->minimum > worth) pile->joker_worth = p->minimum - worth;
}

static void tell_number(Layer *layer, size_t number) { *(uint16_t *)push(&layer->numbers, sizeof(uint16_t)) = (uint16_t)number; }

/* The place of a meld among all that were laid. */
static size_t find_meld(Layer *layer, const Meld *meld) {
    uint32_t hash = meld->size, place;
    size_t slot = SIZE_MAX, size = (size_t)meld->size + 1;
    for (int at = 0; at < meld->size; at++) hash = (hash ^ meld->tiles[at]) * 0x01000193u;
    while ((place = index_next(&layer->melds_index, hash, &slot)) != UINT32_MAX)
        if (!memcmp((Meld *)layer->melds.items + place, meld, size)) return place;
    place = (uint32_t)layer->melds.count;
    index_add(&layer->melds_index, hash, place);
    *(Meld *)push(&layer->melds, sizeof(Meld)) = *meld;
    reserve(&layer->bytes, 1, layer->bytes.count + size);
    memcpy((uint8_t *)layer->bytes.items + layer->bytes.count, meld, size);
    layer->bytes.count += size;
    return place;
}

static int lay_play(Layer *layer, int case_index, const uint8_t *letters, int melds, int64_t steps) {
    Laying *laying = &layer->laying;
    Pile pile;
    pile_up(laying->problem, case_index, letters, &pile);
    if (!make_table(laying, &pile, layer->old.items, melds, steps)) return 0;
    tell_number(layer, laying->kept.count);
    tell_number(layer, laying->melds.count);
    for (size_t at = 0; at < laying->kept.count; at++) tell_number(layer, ((uint16_t *)laying->kept.items)[at]);
    for (size_t at = 0; at < laying->melds.count; at++) tell_number(layer, find_meld(layer, (Meld *)laying->melds.items + at));
    return 1;
}

/* Lays plays, `letters` and a case each, on a table of so many melds. Says if all could be laid, and tells where: `told` is
 * the address and the count of numbers, then of bytes. */
int plays_lay(Kernel *kernel, const uint8_t *letters, const int32_t *cases, int32_t count, const uint8_t *sizes,
              const uint8_t *tiles, int32_t melds, int64_t *told) {
    const Problem *p = &kernel->problem;
    if (!kernel->layer) kernel->layer = open_layer(p);
    Layer *layer = kernel->layer;
    const uint8_t *roles = NULL;
    layer->numbers.count = layer->bytes.count = layer->melds.count = 0;
    index_clear(&layer->melds_index);
    reserve(&layer->old, sizeof(OldMeld), (size_t)melds + 1);
    reserve(&layer->laying.stays, 1, (size_t)melds + 1);
    for (int32_t at = 0; at < count; at++) {
        const uint8_t *own = p->roles + (size_t)cases[at] * p->faces;
        if (!roles || memcmp(roles, own, (size_t)p->faces)) {
            roles = own;
            read_old_melds(p, roles, sizes, tiles, melds, layer->old.items);
        }
        int laid = lay_play(layer, cases[at], letters + (size_t)at * (p->faces + 1), melds, kernel->steps);
        kernel->spent += layer->laying.spent;
        layer->laying.spent = 0;
        if (!laid) return 0;
    }
    told[0] = (int64_t)(intptr_t)layer->numbers.items;
    told[1] = (int64_t)layer->numbers.count;
    told[2] = (int64_t)(intptr_t)layer->bytes.items;
    told[3] = (int64_t)layer->bytes.count;
    return 1;
}
