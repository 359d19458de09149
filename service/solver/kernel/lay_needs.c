/* The fewest jokers a lane needs: see plays/needs.py. Tables are kept from one play to the next. */
#include <stdlib.h>
#include <string.h>

#include "lay.h"

enum { UNKNOWN = 255 };

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static int layers_of(const Problem *p) { return p->numbers_count + p->ace_high; }

void drop_lane_tables(Laying *laying) {
    LaneTable **tables = laying->lane_tables.items;
    for (size_t at = 0; at < laying->lane_tables.count; at++) free(tables[at]);
    laying->lane_tables.count = 0;
    index_clear(&laying->lane_index);
}

static int same_tiles(const LaneTable *one, const LaneTable *other, size_t layers) {
    return one->jokers == other->jokers && !memcmp(one->most, other->most, layers) &&
           !memcmp(one->fewest, other->fewest, layers) && !memcmp(one->price, other->price, layers) &&
           !memcmp(one->second, other->second, layers);
}

static LaneTable *find_lane_table(Laying *laying, const LaneTable *tiles) {
    const size_t layers = (size_t)layers_of(laying->problem);
    LaneTable **tables = laying->lane_tables.items;
    uint32_t hash = (uint32_t)tiles->jokers, place;
    size_t slot = SIZE_MAX;
    for (size_t layer = 0; layer < layers; layer++)
        hash = (hash ^ (tiles->most[layer] | (uint32_t)tiles->fewest[layer] << 8)) * 0x9E3779B1u;
    hash ^= hash >> 15;
    while ((place = index_next(&laying->lane_index, hash, &slot)) != UINT32_MAX)
        if (same_tiles(tables[place], tiles, layers)) return tables[place];
    int side = 1;
    for (size_t layer = 0; layer < layers; layer++) side = larger(side, tiles->most[layer] + tiles->jokers + 1);
    size_t size = layers * (size_t)(side * side * side);
    LaneTable *made = malloc(sizeof(LaneTable) + size);
    if (!made) abort();
    *made = *tiles;
    made->side = side;
    memset(made->needs, UNKNOWN, size);
    index_add(&laying->lane_index, hash, (uint32_t)laying->lane_tables.count);
    *(LaneTable **)push(&laying->lane_tables, sizeof(LaneTable *)) = made;
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
        int cost = (tiles - most) * JOKER_UNITS;
        if (tiles <= most) cost = (most - tiles) * table->price[layer] + (most - tiles > 1 ? table->second[layer] : 0);
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

/* --- what is to be known of a pile ----------------------------------------------------------------------------------- */

static void count_groups(const Problem *p, Needs *n, int number, int jokers) {
    int first = number * p->colours, total = 0, groups = 0;
    for (int cell = first; cell < first + p->colours; cell++) total += n->tiles[cell];
    while (p->groups && groups < total) {
        int tiles = jokers;
        for (int cell = first; cell < first + p->colours; cell++) tiles += smaller(n->tiles[cell], groups + 1);
        if (tiles < SHORTEST * (groups + 1)) break;
        groups++;
    }
    n->most_groups[number] = (uint8_t)groups;
    n->is_empty[number] = !total;
    int room = 0;
    for (int cell = first + p->colours - 1; cell >= first; cell--) {
        n->room[cell] = (uint8_t)room;
        room += smaller(n->tiles[cell], groups);
    }
}

static int fits_into_run(const Problem *p, const Needs *n, int cell) {
    int number = cell / p->colours, last = smaller(number, p->numbers_count + p->ace_high - SHORTEST);
    for (int start = larger(number - SHORTEST + 1, 0); start <= last; start++) {
        int there = 1;
        for (int step = 0; step < SHORTEST; step++)
            there &= n->tiles[(start + step) % p->numbers_count * p->colours + cell % p->colours] > 0;
        if (there) return 1;
    }
    return 0;
}

/* What jokers the tiles of a number must cost if they lie in groups, shared out between those that must pay. */
static void price_groups(const Problem *p, Needs *n, int number) {
    int first = number * p->colours, end = first + p->colours, present = 0, twice = 0, outside = 0, lack = 2 * SHORTEST;
    if (p->ace_high && number == 0) return;
    for (int cell = first; cell < end; cell++) {
        present += n->tiles[cell] > 0;
        twice += n->tiles[cell] > 1;
        lack -= smaller(n->tiles[cell], 2);
    }
    if (present < SHORTEST) {
        uint8_t pays[MOST_FACES];
        for (int cell = first; cell < end; cell++)
            outside += pays[cell] = n->tiles[cell] && !p->mixed && !fits_into_run(p, n, cell);
        int payers = outside ? outside : present;
        for (int cell = first; cell < end; cell++)
            if (outside ? pays[cell] : n->tiles[cell] > 0)
                n->prices[cell] = (uint8_t)(JOKER_UNITS * (SHORTEST - present) / payers);
    } else if (!p->mixed && lack > 0) {
        for (int cell = first; cell < end; cell++)
            if (n->tiles[cell] > 1) n->second_prices[cell] = (uint8_t)(JOKER_UNITS * lack / twice);
    }
}

static void open_lane(Laying *laying, Needs *n, int lane, int jokers) {
    const Problem *p = laying->problem;
    LaneTable tiles;
    memset(&tiles, 0, sizeof tiles);
    tiles.jokers = jokers;
    for (int layer = 0; layer < p->numbers_count + p->ace_high; layer++) {
        int number = layer < p->numbers_count ? layer : 0, first = number * p->colours + lane, most = 0, room = 0, price = 0;
        for (int cell = first; cell < first + (p->mixed ? p->colours : 1); cell++) {
            most += n->tiles[cell];
            room += smaller(n->tiles[cell], n->most_groups[number]);
            price = larger(price, n->prices[cell]);
        }
        int may_wait = p->runs && p->ace_high && number == 0;
        tiles.most[layer] = (uint8_t)most;
        tiles.fewest[layer] = (uint8_t)(may_wait ? 0 : most - room);
        tiles.price[layer] = (uint8_t)price;
        tiles.second[layer] = n->second_prices[first];
    }
    n->tables[lane] = find_lane_table(laying, &tiles);
}

void find_needs(Laying *laying, Needs *n, int jokers) {
    const Problem *p = laying->problem;
    for (int number = 0; number < p->numbers_count; number++) {
        count_groups(p, n, number, jokers);
        if (jokers) price_groups(p, n, number);
    }
    if (laying->lane_tables.count + MOST_LANES > MOST_LANE_TABLES) drop_lane_tables(laying);
    for (int lane = 0; lane < p->lanes; lane++) open_lane(laying, n, lane, jokers);
}
