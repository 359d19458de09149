/* Memoised parts of tables: the groups of one number and the runs of one colour.
 *
 * A part depends only on its own tiles, so it is built once for all tables that contain it. Building is greedy: each old
 * meld, in the order of the table, stays if its tiles are in the part and the other tiles of the part can still form melds.
 * New melds are built of the rest (build_melds.c).
 *
 * Example: the old group is R7 B7 K7, and the groups of number 7 have the tiles R7 R7 B7 B7 K7 Y7. The old group stays,
 * since the rest forms the group R7 B7 Y7. With the tiles R7 B7 K7 Y7 it does not stay, since Y7 alone is no group: the
 * part is the new group R7 B7 K7 Y7.
 */
#include <string.h>

#include "reconstruct.h"

/* --- old melds that stay ----------------------------------------------------------------------------------------------- */

/* Adds `step` to the tiles of an old group; true if none of the counts is negative. */
static int move_group(PartTiles *rest, const OldMeld *old, int step) {
    int is_present = 1;
    for (int at = 0; at < old->meld.size; at++) {
        int cell = cell_of(old->meld.tiles[at]);
        int8_t *count = old->bound >> at & 1             ? &rest->bound[cell]
                        : old->meld.tiles[at] & AS_JOKER ? &rest->group_jokers
                                                         : &rest->reals[cell];
        *count = (int8_t)(*count + step);
        is_present &= *count >= 0;
    }
    return is_present;
}

/* Removes an old group from the tiles if the rest can form groups; true if it does. */
static int keep_group(PartTiles *rest, const OldMeld *old) {
    const Problem *p = rest->problem;
    int reals = 0, bound = 0, max_per_colour = 0;
    if (move_group(rest, old, -1)) {
        for (int cell = old->number * p->colours; cell < (old->number + 1) * p->colours; cell++) {
            reals += rest->reals[cell];
            bound += rest->bound[cell];
            max_per_colour = max_int(max_per_colour, rest->reals[cell] + rest->bound[cell]);
        }
        int counted_as_real = p->track_bare ? reals : reals + bound;
        if (min_groups(reals + bound, counted_as_real, max_per_colour, rest->group_jokers, p->colours) >= 0) return 1;
    }
    move_group(rest, old, +1);
    return 0;
}

/* Adds `step` to the tiles of an old run; true if none of the counts is negative. */
static int move_run(PartTiles *rest, const OldMeld *old, int step) {
    ColourRow *row = &rest->row;
    int is_present = 1;
    for (int at = 0; at < old->meld.size; at++) {
        int cell = cell_of(old->meld.tiles[at]), layer = old->layer + at, bound = (int)(old->bound >> at & 1);
        int is_free = old->meld.tiles[at] & AS_JOKER && !bound;
        int8_t *count = is_free ? &row->jokers[layer] : bound ? &rest->bound[cell] : &rest->reals[cell];
        *count = (int8_t)(*count + step);
        is_present &= *count >= 0;
        if (!is_free) {
            int number = layer < rest->problem->numbers_count ? layer : 0;
            int8_t *sum = bound ? &row->wilds[number] : &row->reals[number];
            *sum = (int8_t)(*sum + step);
        }
    }
    return is_present;
}

/* Removes an old run from the tiles if the rest can form runs; true if it does. */
static int keep_run(PartTiles *rest, const OldMeld *old) {
    if (move_run(rest, old, -1) && find_run_profiles(&rest->row)) return 1;
    move_run(rest, old, +1);
    return 0;
}

/* --- parts ------------------------------------------------------------------------------------------------------------- */

/* The index of a meld in `new_melds`, to which it is added if it is not there. */
uint32_t find_new_meld(TableBuilder *b, const Meld *meld) {
    uint32_t hash = meld->size, at;
    size_t slot = SIZE_MAX;
    for (int tile = 0; tile < meld->size; tile++) hash = (hash ^ meld->tiles[tile]) * 0x01000193u;
    while ((at = index_next(&b->new_meld_index, hash, &slot)) != UINT32_MAX)
        if (!memcmp((Meld *)b->new_melds.items + at, meld, (size_t)meld->size + 1)) return at;
    at = (uint32_t)b->new_melds.count;
    index_add(&b->new_meld_index, hash, at);
    *(Meld *)vector_push(&b->new_melds, sizeof(Meld)) = *meld;
    return at;
}

/* Stores the part in progress and returns its index. */
static int32_t store_part(TableBuilder *b) {
    Part part = {{(int32_t)b->part_melds.count, (int32_t)b->kept.count}, {0, (int32_t)b->melds.count}};
    for (size_t at = 0; at < b->kept.count; at++) append_u16(&b->part_melds, ((uint16_t *)b->kept.items)[at]);
    part.melds.first = (int32_t)b->part_melds.count;
    for (size_t at = 0; at < b->melds.count; at++) append_u16(&b->part_melds, find_new_meld(b, (Meld *)b->melds.items + at));
    *(Part *)vector_push(&b->parts, sizeof(Part)) = part;
    return (int32_t)b->parts.count - 1;
}

static void build_group_part(TableBuilder *b, int number, uint64_t counts) {
    const Problem *p = b->problem;
    PartTiles rest;
    rest.builder = b;
    rest.problem = p;
    rest.group_jokers = (int8_t)(counts >> GROUP_JOKERS_SHIFT);
    for (int colour = 0; colour < p->colours; colour++, counts >>= COLOUR_BITS) {
        rest.reals[number * p->colours + colour] = counts & 15;
        rest.bound[number * p->colours + colour] = counts >> BOUND_SHIFT & 15;
    }
    for (size_t at = 0; at < b->old.count; at++) {
        const OldMeld *old = (OldMeld *)b->old.items + at;
        if (old->is_group && old->number == number && keep_group(&rest, old)) append_u16(&b->kept, at);
    }
    build_groups(&rest, number);
}

/* Unpacks the tiles in the runs of a colour. */
static void read_runs(PartTiles *rest, int run_colour, const uint64_t *counts) {
    const Problem *p = rest->problem;
    ColourRow *row = &rest->row;
    row->layers = p->numbers_count + p->ace_high;
    row->track_bare = p->track_bare;
    row->ace_high = p->ace_high;
    for (int layer = 0; layer < row->layers; layer++) {
        int reals = 0, wilds = 0;
        for (int at = 0; at < colours_per_run(p) && layer < p->numbers_count; at++) {
            int cell = layer * p->colours + run_colour + at;
            reals += rest->reals[cell] = counts[layer] >> COLOUR_BITS * at & 15;
            wilds += rest->bound[cell] = counts[layer] >> (COLOUR_BITS * at + BOUND_SHIFT) & 15;
        }
        row->reals[layer] = (int8_t)reals;
        row->wilds[layer] = (int8_t)wilds;
        row->jokers[layer] = counts[layer] >> RUN_JOKERS_SHIFT & 15;
    }
}

static void build_run_part(TableBuilder *b, int run_colour, const uint64_t *counts) {
    PartTiles rest;
    rest.builder = b;
    rest.problem = b->problem;
    read_runs(&rest, run_colour, counts);
    for (size_t at = 0; at < b->old.count; at++) {
        const OldMeld *old = (OldMeld *)b->old.items + at;
        if (!old->is_group && old->run_colour == run_colour && keep_run(&rest, old)) append_u16(&b->kept, at);
    }
    build_runs(&rest, run_colour);
}

/* The index of a part, which is built if it is not in the cache. `id` is a run colour, or MAX_RUN_COLOURS plus a number for
 * its groups. `counts` are the packed counts of the tiles: of every layer for runs, of one layer for groups. */
static int32_t find_part(TableBuilder *b, int id, const uint64_t *counts, size_t layers) {
    uint32_t hash = hash_u64(counts, layers) + (uint32_t)id, at;
    size_t slot = SIZE_MAX;
    while ((at = index_next(&b->part_index, hash, &slot)) != UINT32_MAX) {
        const uint64_t *known = (uint64_t *)b->part_keys.items + at;
        if (known[0] >> 32 == (uint64_t)id && !memcmp(known + 1, counts, layers * sizeof *counts)) return (int32_t)known[0];
    }
    b->kept.count = b->melds.count = 0;
    if (id < MAX_RUN_COLOURS)
        build_run_part(b, id, counts);
    else
        build_group_part(b, id - MAX_RUN_COLOURS, counts[0]);
    int32_t part = store_part(b);
    size_t first = b->part_keys.count;
    vector_reserve(&b->part_keys, sizeof(uint64_t), first + 1 + layers);
    uint64_t *key = (uint64_t *)b->part_keys.items + first;
    index_add(&b->part_index, hash, (uint32_t)first);
    key[0] = (uint64_t)id << 32 | (uint32_t)part;
    memcpy(key + 1, counts, layers * sizeof *counts);
    b->part_keys.count += 1 + layers;
    return part;
}

/* The index of the part with the groups of a number. */
int32_t find_group_part(TableBuilder *b, int number, uint64_t counts) { return find_part(b, MAX_RUN_COLOURS + number, &counts, 1); }

/* The index of the part with the runs of a colour. */
int32_t find_run_part(TableBuilder *b, int run_colour, const uint64_t *counts) {
    return find_part(b, run_colour, counts, (size_t)(b->problem->numbers_count + b->problem->ace_high));
}

/* Forgets all parts: they are valid only for the same old melds. */
void clear_parts(TableBuilder *b) {
    b->parts.count = b->part_melds.count = b->part_keys.count = 0;
    index_clear(&b->part_index);
}

void clear_new_melds(TableBuilder *b) {
    b->new_melds.count = 0;
    index_clear(&b->new_meld_index);
}
