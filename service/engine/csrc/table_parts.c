/* Parts of tables: the groups of a number, and the runs of a lane, with the old melds that can stay. See plays/tables.py.
 *
 * A part depends on its own tiles alone, so each is laid once, however many tables have it.
 */
#include <string.h>

#include "reconstruct.h"

static int larger(int one, int other) { return one > other ? one : other; }

static int cell_of(uint8_t tile) { return tile & ~AS_JOKER; }

/* --- groups -------------------------------------------------------------------------------------------------------- */

/* Takes an old group from what is to be laid in groups (or puts it back), and says if all its tiles were there. */
static int move_group(Table *t, const OldMeld *old, int step) {
    int there = 1;
    for (int at = 0; at < old->meld.size; at++) {
        int tile = old->meld.tiles[at], cell = cell_of((uint8_t)tile);
        int8_t *from = old->bound >> at & 1 ? &t->group_bound[cell]
                       : tile & AS_JOKER    ? &t->group_jokers[cell / t->p->colours]
                                            : &t->group_reals[cell];
        *from = (int8_t)(*from + step);
        there &= *from >= 0;
    }
    return there;
}

static int keep_group(Table *t, const OldMeld *old) {
    const Problem *p = t->p;
    int number = cell_of(old->meld.tiles[0]) / p->colours, reals = 0, bound = 0, most = 0;
    if (move_group(t, old, -1)) {
        for (int cell = number * p->colours; cell < (number + 1) * p->colours; cell++) {
            reals += t->group_reals[cell];
            bound += t->group_bound[cell];
            most = larger(most, t->group_reals[cell] + t->group_bound[cell]);
        }
        int count_real = p->track_bare ? reals : reals + bound;
        if (groups_of(reals + bound, count_real, most, t->group_jokers[number], p->colours) >= 0) return 1;
    }
    move_group(t, old, +1);
    return 0;
}

/* --- runs ---------------------------------------------------------------------------------------------------------- */

/* Takes an old run from what is to be laid in runs (or puts it back), and says if all its tiles were there. */
static int move_run(Table *t, ColourRow *row, const OldMeld *old, int step) {
    int there = 1;
    for (int at = 0; at < old->meld.size; at++) {
        int tile = old->meld.tiles[at], cell = cell_of((uint8_t)tile), layer = old->layer + at;
        int bound = (int)(old->bound >> at & 1), joker = tile & AS_JOKER && !bound;
        int8_t *from = joker ? &row->jokers[layer] : bound ? &t->run_bound[cell] : &t->run_reals[cell];
        *from = (int8_t)(*from + step);
        there &= *from >= 0;
        if (!joker) {
            int number = layer < t->p->numbers_count ? layer : 0;
            int8_t *all = bound ? &row->wilds[number] : &row->reals[number];
            *all = (int8_t)(*all + step);
        }
    }
    return there;
}

static void open_row(const Table *t, int at, ColourRow *row) {
    const Problem *p = t->p;
    row->layers = p->numbers_count + p->ace_high;
    row->track_bare = p->track_bare;
    row->ace_high = p->ace_high;
    for (int layer = 0; layer < row->layers; layer++) {
        int reals = 0, wilds = 0, first = layer * p->colours + at;
        for (int cell = first; layer < p->numbers_count && cell < first + colours_per_run(p); cell++) {
            reals += t->run_reals[cell];
            wilds += t->run_bound[cell];
        }
        row->reals[layer] = (int8_t)reals;
        row->wilds[layer] = (int8_t)wilds;
        row->jokers[layer] = t->run_jokers[at][layer];
    }
}

static int keep_run(Table *t, ColourRow *row, const OldMeld *old) {
    if (move_run(t, row, old, -1) && find_run_profiles(row)) return 1;
    move_run(t, row, old, +1);
    return 0;
}

/* --- parts of tables ------------------------------------------------------------------------------------------------- */

/* The place of a meld among all that were laid. */
uint32_t find_meld(Reconstruction *reconstruction, const Meld *meld) {
    uint32_t hash = meld->size, place;
    size_t slot = SIZE_MAX;
    for (int at = 0; at < meld->size; at++) hash = (hash ^ meld->tiles[at]) * 0x01000193u;
    while ((place = index_next(&reconstruction->all_index, hash, &slot)) != UINT32_MAX)
        if (!memcmp((Meld *)reconstruction->all.items + place, meld, (size_t)meld->size + 1)) return place;
    place = (uint32_t)reconstruction->all.count;
    index_add(&reconstruction->all_index, hash, place);
    *(Meld *)vector_push(&reconstruction->all, sizeof(Meld)) = *meld;
    return place;
}

/* Notes the old melds that stay and the new ones that were built. */
static int32_t note_part(Reconstruction *reconstruction) {
    Part part = {{(int32_t)reconstruction->places.count, (int32_t)reconstruction->kept.count},
                 {0, (int32_t)reconstruction->melds.count}};
    for (size_t at = 0; at < reconstruction->kept.count; at++)
        *(uint16_t *)vector_push(&reconstruction->places, sizeof(uint16_t)) = ((uint16_t *)reconstruction->kept.items)[at];
    part.melds.first = (int32_t)reconstruction->places.count;
    for (size_t at = 0; at < reconstruction->melds.count; at++) {
        uint32_t place = find_meld(reconstruction, (Meld *)reconstruction->melds.items + at);
        *(uint16_t *)vector_push(&reconstruction->places, sizeof(uint16_t)) = (uint16_t)place;
    }
    *(Part *)vector_push(&reconstruction->parts, sizeof(Part)) = part;
    return (int32_t)reconstruction->parts.count - 1;
}

/* Lays the groups of a number: old ones that stay, then new ones. */
int32_t lay_groups(Reconstruction *reconstruction, int number, uint64_t shares) {
    const Problem *p = reconstruction->problem;
    uint64_t key[2] = {shares, (uint64_t)number};
    uint32_t hash = hash_u64(key, 2), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&reconstruction->group_index, hash, &slot)) != UINT32_MAX) {
        const uint64_t *known = (uint64_t *)reconstruction->group_keys.items + 3 * (size_t)place;
        if (known[0] == key[0] && known[1] == key[1]) return (int32_t)known[2];
    }
    reconstruction->kept.count = reconstruction->melds.count = 0;
    Table t;
    t.reconstruction = reconstruction;
    t.p = p;
    t.group_jokers[number] = (int8_t)(shares >> GROUP_JOKERS_SHIFT);
    for (int colour = 0; colour < p->colours; colour++, shares >>= SHARE_BITS) {
        t.group_reals[number * p->colours + colour] = shares & 15;
        t.group_bound[number * p->colours + colour] = shares >> BOUND_SHIFT & 15;
    }
    for (size_t at = 0; at < reconstruction->old.count; at++) {
        const OldMeld *old = (OldMeld *)reconstruction->old.items + at;
        if (old->is_group && old->number == number && keep_group(&t, old))
            *(uint16_t *)vector_push(&reconstruction->kept, sizeof(uint16_t)) = (uint16_t)at;
    }
    build_groups(&t, number);
    index_add(&reconstruction->group_index, hash, (uint32_t)reconstruction->group_keys.count);
    uint64_t *made = vector_push(&reconstruction->group_keys, 3 * sizeof(uint64_t));
    memcpy(made, key, sizeof key);
    return (int32_t)(made[2] = (uint64_t)note_part(reconstruction));
}

/* Reads what is to be laid in the runs of a lane. */
static void read_runs(Table *t, int run_colour, const uint64_t *shares) {
    const Problem *p = t->p;
    for (int layer = 0; layer < p->numbers_count + p->ace_high; layer++) {
        t->run_jokers[run_colour][layer] = shares[layer] >> JOKERS_SHIFT & 15;
        for (int at = 0; at < colours_per_run(p) && layer < p->numbers_count; at++) {
            t->run_reals[layer * p->colours + run_colour + at] = shares[layer] >> SHARE_BITS * at & 15;
            t->run_bound[layer * p->colours + run_colour + at] = shares[layer] >> (SHARE_BITS * at + BOUND_SHIFT) & 15;
        }
    }
}

/* Lays the runs of a lane: old ones that stay, then new ones. */
int32_t lay_runs(Reconstruction *reconstruction, int at, const uint64_t *shares) {
    const Problem *p = reconstruction->problem;
    size_t layers = (size_t)(p->numbers_count + p->ace_high), slot = SIZE_MAX;
    uint32_t hash = hash_u64(shares, layers) + (uint32_t)at, place;
    while ((place = index_next(&reconstruction->run_index, hash, &slot)) != UINT32_MAX) {
        const uint64_t *known = (uint64_t *)reconstruction->run_keys.items + place;
        if (known[layers] >> 32 == (uint64_t)at && !memcmp(known, shares, layers * sizeof *known)) return (int32_t)known[layers];
    }
    reconstruction->kept.count = reconstruction->melds.count = 0;
    Table t;
    ColourRow row;
    t.reconstruction = reconstruction;
    t.p = p;
    read_runs(&t, at, shares);
    open_row(&t, at, &row);
    for (size_t meld = 0; meld < reconstruction->old.count; meld++) {
        const OldMeld *old = (OldMeld *)reconstruction->old.items + meld;
        if (!old->is_group && old->run_colour == at && keep_run(&t, &row, old))
            *(uint16_t *)vector_push(&reconstruction->kept, sizeof(uint16_t)) = (uint16_t)meld;
    }
    build_runs(&t, &row, at);
    int32_t part = note_part(reconstruction);
    size_t first = reconstruction->run_keys.count;
    vector_reserve(&reconstruction->run_keys, sizeof(uint64_t), first + layers + 1);
    index_add(&reconstruction->run_index, hash, (uint32_t)first);
    memcpy((uint64_t *)reconstruction->run_keys.items + first, shares, layers * sizeof *shares);
    ((uint64_t *)reconstruction->run_keys.items)[first + layers] = (uint64_t)at << 32 | (uint32_t)part;
    reconstruction->run_keys.count += layers + 1;
    return part;
}

/* --- making ---------------------------------------------------------------------------------------------------------- */

void reconstruction_open(Reconstruction *reconstruction, const Problem *p) {
    memset(reconstruction, 0, sizeof *reconstruction);
    reconstruction->problem = p;
    index_open(&reconstruction->all_index);
    index_open(&reconstruction->group_index);
    index_open(&reconstruction->run_index);
}

/* Parts have old melds in them: on another table they are others. */
void forget_parts(Reconstruction *reconstruction) {
    reconstruction->parts.count = reconstruction->places.count = reconstruction->group_keys.count = reconstruction->run_keys.count =
        reconstruction->all.count = 0;
    index_clear(&reconstruction->group_index);
    index_clear(&reconstruction->run_index);
    index_clear(&reconstruction->all_index);
}

void reconstruction_close(Reconstruction *reconstruction) {
    Vector *vectors[] = {&reconstruction->old,        &reconstruction->runs,    &reconstruction->melds, &reconstruction->stays,
                         &reconstruction->kept,       &reconstruction->all,     &reconstruction->parts, &reconstruction->places,
                         &reconstruction->group_keys, &reconstruction->run_keys};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) vector_release(vectors[at]);
    index_release(&reconstruction->all_index);
    index_release(&reconstruction->group_index);
    index_release(&reconstruction->run_index);
}
