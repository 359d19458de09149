/* The fewest jokers a lane needs: see Sharing._need in play_sharing.py. Tables are kept from one play to the next. */
#include <stdlib.h>
#include <string.h>

#include "lay.h"

enum { UNKNOWN = 255 };

static int smaller(int one, int other) { return one < other ? one : other; }

static int layers_of(const Problem *p) { return p->numbers_count + p->ace_high; }

void drop_lane_tables(Laying *laying) {
    LaneTable *tables = laying->lane_tables.items;
    for (size_t at = 0; at < laying->lane_tables.count; at++) free(tables[at].needs);
    laying->lane_tables.count = 0;
}

LaneTable *find_lane_table(Laying *laying, const LaneTable *tiles) {
    const size_t layers = (size_t)layers_of(laying->problem);
    LaneTable *tables = laying->lane_tables.items;
    for (size_t at = laying->lane_tables.count; at-- > 0;)
        if (tables[at].jokers == tiles->jokers && !memcmp(tables[at].most, tiles->most, layers) &&
            !memcmp(tables[at].fewest, tiles->fewest, layers) && !memcmp(tables[at].price, tiles->price, layers))
            return &tables[at];
    LaneTable *made = push(&laying->lane_tables, sizeof(LaneTable));
    *made = *tiles;
    made->side = 1;
    for (size_t layer = 0; layer < layers; layer++)
        if (made->side < tiles->most[layer] + tiles->jokers + 1) made->side = tiles->most[layer] + tiles->jokers + 1;
    size_t size = layers * (size_t)(made->side * made->side * made->side);
    made->needs = malloc(size);
    if (!made->needs) abort();
    memset(made->needs, UNKNOWN, size);
    return made;
}

static int find_need(const Problem *p, LaneTable *table, int layer, int ones, int twos, int longs) {
    const int layers = layers_of(p), side = table->side;
    if (layer == layers) return ones || twos ? HOPELESS : 0;
    uint8_t *known = table->needs + ((layer * side + ones) * side + twos) * side + longs;
    if (*known != UNKNOWN) return *known;
    int most = table->most[layer], need = HOPELESS;
    int cap = layer + 1 < layers ? table->jokers + table->most[layer + 1] : 0;
    if (!p->runs) {
        if (!table->fewest[layer]) need = find_need(p, table, layer + 1, 0, 0, 0);
        return *known = (uint8_t)need;
    }
    int tiles = table->fewest[layer] > ones + twos ? table->fewest[layer] : ones + twos;
    for (; tiles <= most + table->jokers; tiles++) {
        int cost = tiles < most ? (most - tiles) * table->price[layer] : (tiles - most) * JOKER_UNITS;
        int spare = tiles - ones - twos, grown = smaller(longs, spare);
        int found = cost + find_need(p, table, layer + 1, spare - grown, ones, smaller(twos + grown, cap));
        if (found < need) need = found;
    }
    return *known = (uint8_t)need;
}

int need_of(const Problem *p, LaneTable *table, int layer, uint32_t profile) {
    int ones = (int)((profile & FIELD) + (profile >> BARE_SHIFT & FIELD));
    int twos = (int)((profile >> BITS & FIELD) + (profile >> (BARE_SHIFT + BITS) & FIELD));
    int longs = (int)((profile >> LONG_SHIFT & FIELD) + (profile >> (BARE_SHIFT + 2 * BITS) & FIELD));
    return find_need(p, table, layer, ones, twos, smaller(longs, table->side - 1)); /* more can never be continued */
}
