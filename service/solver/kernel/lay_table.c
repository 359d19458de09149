/* A table from shares, with the old melds that can stay: see plays/tables.py. */
#include <string.h>

#include "lay.h"


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
        int count_real = t->strict ? reals : reals + bound;
        if (groups_of(reals + bound, count_real, most, t->group_jokers[number], p->colours) >= 0) return 1;
    }
    move_group(t, old, +1);
    return 0;
}

/* --- runs ---------------------------------------------------------------------------------------------------------- */

/* Takes an old run from what is to be laid in runs (or puts it back), and says if all its tiles were there. */
static int move_run(Table *t, const OldMeld *old, int step) {
    int there = 1;
    Lane *lane = &t->lanes[old->lane];
    for (int at = 0; at < old->meld.size; at++) {
        int tile = old->meld.tiles[at], cell = cell_of((uint8_t)tile), layer = old->layer + at;
        int bound = (int)(old->bound >> at & 1), joker = tile & AS_JOKER && !bound;
        int8_t *from = joker ? &lane->jokers[layer] : bound ? &t->run_bound[cell] : &t->run_reals[cell];
        *from = (int8_t)(*from + step);
        there &= *from >= 0;
        if (!joker) {
            int number = layer < t->p->numbers_count ? layer : 0;
            int8_t *all = bound ? &lane->wilds[number] : &lane->reals[number];
            *all = (int8_t)(*all + step);
        }
    }
    return there;
}

static void open_lane(Table *t, int at, const uint8_t *jokers) {
    const Problem *p = t->p;
    Lane *lane = &t->lanes[at];
    lane->layers = p->numbers_count + p->ace_high;
    lane->strict = t->strict;
    lane->ace_high = p->ace_high;
    for (int layer = 0; layer < lane->layers; layer++) {
        int reals = 0, wilds = 0, first = layer * p->colours + at;
        for (int cell = first; layer < p->numbers_count && cell < first + (p->mixed ? p->colours : 1); cell++) {
            reals += t->run_reals[cell];
            wilds += t->run_bound[cell];
        }
        lane->reals[layer] = (int8_t)reals;
        lane->wilds[layer] = (int8_t)wilds;
        lane->jokers[layer] = (int8_t)jokers[layer];
    }
}

static int keep_run(Table *t, const OldMeld *old) {
    if (move_run(t, old, -1) && follow_lane(&t->lanes[old->lane])) return 1;
    move_run(t, old, +1);
    return 0;
}

/* --- the whole table --------------------------------------------------------------------------------------------- */

static void open_table(Table *t, Laying *laying, const Pile *pile, const Shares *shares) {
    const Problem *p = laying->problem;
    t->laying = laying;
    t->p = p;
    t->strict = pile->strict;
    memcpy(t->group_reals, shares->group_reals, (size_t)p->faces);
    memcpy(t->group_bound, shares->group_bound, (size_t)p->faces);
    memcpy(t->group_jokers, shares->group_jokers, (size_t)p->numbers_count);
    for (int cell = 0; cell < p->faces; cell++) {
        t->run_reals[cell] = (int8_t)(pile->reals[cell] - shares->group_reals[cell]);
        t->run_bound[cell] = (int8_t)(pile->bound[cell] - shares->group_bound[cell]);
    }
    for (int lane = 0; lane < p->lanes; lane++) open_lane(t, lane, shares->run_jokers[lane]);
}

/* Takes a meld from a pile, if all its tiles are there. */
static int take_meld(Pile *pile, const OldMeld *old) {
    for (int at = 0; at < old->meld.size; at++) {
        int tile = old->meld.tiles[at], cell = cell_of((uint8_t)tile);
        if (old->bound >> at & 1) {
            if (!pile->bound[cell]--) return 0;
            pile->wild--;
        } else if (tile & AS_JOKER) {
            if (!pile->jokers--) return 0;
            pile->wild--;
        } else if (!pile->reals[cell]--) {
            return 0;
        }
    }
    pile->strict = pile->wild >= SHORTEST;
    return 1;
}

static void keep_melds(Table *t, const OldMeld *old, int count, uint8_t *stays, Pile *pile) {
    for (int place = 0; place < count; place++)
        if (!stays[place] && (old[place].is_group ? keep_group(t, &old[place]) : keep_run(t, &old[place]))) {
            stays[place] = 1;
            take_meld(pile, &old[place]);
        }
}

/* Shares out a pile, keeps old melds and lays the rest. Melds that do not fit in as it is are tried once more: perhaps the
 * rest can be shared out so that they do. After some misses the others need not stay. */
int make_table(Laying *laying, Pile *pile, const OldMeld *old, int count, int64_t steps) {
    const Problem *p = laying->problem;
    Table t;
    Shares before, shares, others;
    int misses = 0;
    uint8_t *stays = laying->stays.items;
    memset(stays, 0, (size_t)count);
    see_shares(p, old, count, stays, &before);
    if (!share_out(laying, pile, &before, steps, &shares)) return 0;
    open_table(&t, laying, pile, &shares);
    keep_melds(&t, old, count, stays, pile);
    for (int place = 0; place < count && misses < MOST_MISSES; place++) {
        Pile fewer = *pile;
        if (stays[place] || !take_meld(&fewer, &old[place])) continue;
        stays[place] = 1;
        see_shares(p, old, count, stays, &before);
        if (share_out(laying, &fewer, &before, EASY_STEPS, &others)) {
            *pile = fewer;
            shares = others;
            open_table(&t, laying, pile, &shares);
            keep_melds(&t, old, count, stays, pile);
        } else {
            stays[place] = 0;
            misses++;
        }
    }
    laying->melds.count = laying->kept.count = 0;
    for (int place = 0; place < count; place++)
        if (stays[place]) *(uint16_t *)push(&laying->kept, sizeof(uint16_t)) = (uint16_t)place;
    for (int number = 0; number < p->numbers_count; number++) build_groups(&t, number);
    for (int lane = 0; lane < p->lanes; lane++) build_runs(&t, lane);
    for (int joker = 0; joker < shares.jokers_left; joker++) take_in_joker(&t, old);
    return 1;
}
