/* Building a table from shares: see play_tables.py, and Lane.build in play_runs.py. */
#include <stdlib.h>
#include <string.h>

#include "lay.h"

enum { KINDS = 6, BARE = 3, MOST_OPEN = 64 };

typedef struct {
    Laying *laying;
    const Problem *p;
    int strict;
    int8_t group_reals[MOST_FACES], group_bound[MOST_FACES], group_jokers[MOST_LAYERS];
    int8_t run_reals[MOST_FACES], run_bound[MOST_FACES], run_jokers[MOST_LANES][MOST_LAYERS];
} Table;

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static int cell_of(uint8_t tile) { return tile & ~AS_JOKER; }

static void add_meld(Table *t, const Meld *meld) { *(Meld *)push(&t->laying->melds, sizeof(Meld)) = *meld; }

static int is_group(const Problem *p, const Meld *meld) {
    return cell_of(meld->tiles[0]) / p->colours == cell_of(meld->tiles[1]) / p->colours;
}

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

static int all_jokers(const uint8_t *tiles, int size) {
    for (int at = 0; at < size; at++)
        if (!(tiles[at] & AS_JOKER)) return 0;
    return 1;
}

static int has_cell(const Meld *meld, int cell) {
    for (int at = 0; at < meld->size; at++)
        if (cell_of(meld->tiles[at]) == cell) return 1;
    return 0;
}

/* Deal tiles round; go back where a group would be all jokers or have a colour twice. */
static int deal(const uint8_t *tiles, int count, int done, Meld *groups, int groups_count, int total) {
    if (done == count) {
        int missing = 0;
        for (int at = 0; at < groups_count; at++) {
            missing += larger(SHORTEST - groups[at].size, 0);
            if (all_jokers(groups[at].tiles, groups[at].size)) return 0;
        }
        return missing <= total - done;
    }
    int largest = (total + groups_count - 1) / groups_count;
    for (int turn = 0; turn < groups_count; turn++) {
        Meld *group = &groups[(done + turn) % groups_count];
        if (group->size >= largest || has_cell(group, cell_of(tiles[done]))) continue;
        group->tiles[group->size++] = tiles[done];
        if (deal(tiles, count, done + 1, groups, groups_count, total)) return 1;
        group->size--;
    }
    return 0;
}

static void sort_by_cell(Meld *meld) {
    for (int at = 1; at < meld->size; at++)
        for (int to = at; to > 0 && cell_of(meld->tiles[to]) < cell_of(meld->tiles[to - 1]); to--) {
            uint8_t tile = meld->tiles[to];
            meld->tiles[to] = meld->tiles[to - 1];
            meld->tiles[to - 1] = tile;
        }
}

static void build_groups(Table *t, int number) {
    const Problem *p = t->p;
    uint8_t tiles[256];
    int count = 0, reals = 0, most = 0, jokers = t->group_jokers[number], first = number * p->colours;
    for (int cell = first; cell < first + p->colours; cell++) {
        for (int copy = 0; copy < t->group_reals[cell]; copy++) tiles[count++] = (uint8_t)cell;
        for (int copy = 0; copy < t->group_bound[cell]; copy++) tiles[count++] = (uint8_t)(cell | AS_JOKER);
        reals += t->group_reals[cell] + (t->strict ? 0 : t->group_bound[cell]);
        most = larger(most, t->group_reals[cell] + t->group_bound[cell]);
    }
    if (!count) return;
    Meld groups[MOST_OPEN] = {0};
    int groups_count = groups_of(count, reals, most, jokers, p->colours);
    if (groups_count < 0 || !deal(tiles, count, 0, groups, groups_count, count + jokers)) abort();
    for (int joker = 0; joker < jokers; joker++) {
        Meld *group = groups;
        for (int at = 1; at < groups_count; at++)
            if (groups[at].size < group->size) group = &groups[at];
        int cell = first;
        while (has_cell(group, cell)) cell++;
        group->tiles[group->size++] = (uint8_t)(cell | AS_JOKER);
    }
    for (int at = 0; at < groups_count; at++) {
        sort_by_cell(&groups[at]);
        add_meld(t, &groups[at]);
    }
}

/* --- runs ---------------------------------------------------------------------------------------------------------- */

static int move_run(Table *t, const OldMeld *old, int step) {
    int there = 1;
    for (int at = 0; at < old->meld.size; at++) {
        int tile = old->meld.tiles[at], cell = cell_of((uint8_t)tile);
        int8_t *from = old->bound >> at & 1 ? &t->run_bound[cell]
                       : tile & AS_JOKER    ? &t->run_jokers[old->lane][old->layer + at]
                                            : &t->run_reals[cell];
        *from = (int8_t)(*from + step);
        there &= *from >= 0;
    }
    return there;
}

static void open_lane(const Table *t, int at, Lane *lane) {
    const Problem *p = t->p;
    lane->layers = p->numbers_count + p->ace_high;
    lane->strict = t->strict;
    lane->ace_high = p->ace_high;
    for (int layer = 0; layer < lane->layers; layer++) {
        int reals = 0, wilds = 0, first = layer * p->colours + at;
        for (int cell = first; layer < p->numbers_count && cell < first + (p->mixed ? p->colours : 1); cell++) {
            reals += t->run_reals[cell];
            wilds += t->run_bound[cell];
        }
        lane->reals[layer] = (uint8_t)reals;
        lane->wilds[layer] = (uint8_t)wilds;
        lane->jokers[layer] = (uint8_t)t->run_jokers[at][layer];
    }
}

static int keep_run(Table *t, const OldMeld *old) {
    if (move_run(t, old, -1)) {
        Lane lane;
        open_lane(t, old->lane, &lane);
        if (follow_lane(&lane)) return 1;
    }
    move_run(t, old, +1);
    return 0;
}

/* A run is one meld; with the ace at both ends it is two, each with a real tile. */
static void end_run(Table *t, const Meld *run) {
    if (run->size <= t->p->numbers_count) {
        add_meld(t, run);
        return;
    }
    for (int middle = SHORTEST; middle <= run->size - SHORTEST; middle++)
        if (!all_jokers(run->tiles, middle) && !all_jokers(run->tiles + middle, run->size - middle)) {
            Meld low = *run, high = {.size = (uint8_t)(run->size - middle)};
            low.size = (uint8_t)middle;
            memcpy(high.tiles, run->tiles + middle, high.size);
            add_meld(t, &low);
            add_meld(t, &high);
            return;
        }
}

/* The open runs of a lane, by kind: their places in laying->runs. */
typedef struct {
    int count[KINDS];
    uint16_t runs[KINDS][MOST_OPEN];
} OpenRuns;

static uint16_t start_run(Table *t) {
    Meld *run = push(&t->laying->runs, sizeof(Meld));
    run->size = 0;
    return (uint16_t)(t->laying->runs.count - 1);
}

static void add_tile(Table *t, OpenRuns *after, int kinds, uint16_t place, uint8_t tile) {
    Meld *run = (Meld *)t->laying->runs.items + place;
    run->tiles[run->size++] = tile;
    int kind = kinds + smaller(run->size, SHORTEST) - 1;
    after->runs[kind][after->count[kind]++] = place;
}

/* Lay the tiles of a number on runs, so that their profile is the one after. */
static void extend_runs(Table *t, OpenRuns *open, const uint8_t *reals, int reals_count, const uint8_t *wilds, int wilds_count,
                        uint32_t profile) {
    int *count = open->count, bare = count[BARE] + count[BARE + 1] + count[BARE + 2];
    int spare = reals_count + wilds_count - count[0] - count[1] - bare;
    int longs = smaller(spare, count[2]), fresh = spare - longs;
    for (int at = longs; at < count[2]; at++) end_run(t, (Meld *)t->laying->runs.items + open->runs[2][at]);
    int to_bare = smaller(reals_count, bare + fresh);
    int with_real[1 + KINDS - BARE]; /* of new runs and of those without a real tile, how many get one */
    with_real[0] = (int)(profile & FIELD);
    with_real[1] = (int)(profile >> BITS & FIELD) - count[0];
    with_real[2] = smaller(to_bare - with_real[0] - with_real[1], count[BARE + 1]);
    with_real[3] = to_bare - with_real[0] - with_real[1] - with_real[2];
    OpenRuns after;
    memset(after.count, 0, sizeof after.count);
    int real = to_bare, wild = bare + fresh - to_bare; /* these many lie on runs without a real tile */
    for (int kind = 0; kind < BARE; kind++)
        for (int at = 0; at < (kind == 2 ? longs : count[kind]); at++) {
            uint8_t tile = real < reals_count ? reals[real++] : wilds[wild++];
            add_tile(t, &after, 0, open->runs[kind][at], tile);
        }
    uint16_t started[MOST_OPEN];
    for (int at = 0; at < fresh; at++) started[at] = start_run(t);
    real = wild = 0;
    for (int kind = 0; kind <= KINDS - BARE; kind++) {
        int size = kind ? count[BARE + kind - 1] : fresh;
        const uint16_t *places = kind ? open->runs[BARE + kind - 1] : started;
        for (int at = 0; at < with_real[kind]; at++) add_tile(t, &after, 0, places[at], reals[real++]);
        for (int at = with_real[kind]; at < size; at++) add_tile(t, &after, BARE, places[at], wilds[wild++]);
    }
    *open = after;
}

static void build_runs(Table *t, int at) {
    const Problem *p = t->p;
    Lane lane;
    OpenRuns open;
    uint8_t off[2][MOST_OPEN];
    open_lane(t, at, &lane);
    if (!follow_lane(&lane)) abort();
    memset(open.count, 0, sizeof open.count);
    t->laying->runs.count = 0;
    for (int layer = 0; layer < lane.layers; layer++) {
        uint8_t reals[256], wilds[256];
        int real = 0, wild = 0, first = layer * p->colours + at;
        for (int cell = first; layer < p->numbers_count && cell < first + (p->mixed ? p->colours : 1); cell++) {
            for (int copy = 0; copy < t->run_reals[cell]; copy++) reals[real++] = (uint8_t)cell;
            for (int copy = 0; copy < t->run_bound[cell]; copy++) wilds[wild++] = (uint8_t)(cell | AS_JOKER);
        }
        if (lane.ace_high && layer == 0) {
            memcpy(off[0], reals, (size_t)lane.off_reals);
            memcpy(off[1], wilds, (size_t)lane.off_wilds);
            memmove(reals, reals + lane.off_reals, (size_t)(real -= lane.off_reals));
            memmove(wilds, wilds + lane.off_wilds, (size_t)(wild -= lane.off_wilds));
        } else if (lane.ace_high && layer == lane.layers - 1) {
            memcpy(reals, off[0], (size_t)(real = lane.off_reals));
            memcpy(wilds, off[1], (size_t)(wild = lane.off_wilds));
        }
        for (int joker = 0; joker < lane.jokers[layer]; joker++)
            wilds[wild++] = (uint8_t)(AS_JOKER | (layer % p->numbers_count * p->colours + at));
        if (!t->strict) {
            memcpy(reals + real, wilds, (size_t)wild);
            real += wild;
            wild = 0;
        }
        extend_runs(t, &open, reals, real, wilds, wild, lane.way[layer]);
    }
    for (int run = 0; run < open.count[2]; run++) end_run(t, (Meld *)t->laying->runs.items + open.runs[2][run]);
}

/* --- jokers that are left over ---------------------------------------------------------------------------------- */

static void lengthen(Table *t, size_t place) {
    const Problem *p = t->p;
    Vector *melds = &t->laying->melds;
    Meld run = ((Meld *)melds->items)[place];
    if (run.size == p->numbers_count) {
        Meld low = {.size = SHORTEST, .tiles = {run.tiles[0], run.tiles[1]}}, high = {.size = (uint8_t)(run.size - 2)};
        low.tiles[2] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[1]) + p->colours));
        memcpy(high.tiles, run.tiles + 2, high.size);
        push(melds, sizeof(Meld));
        Meld *items = melds->items;
        memmove(items + place + 2, items + place + 1, (melds->count - place - 2) * sizeof(Meld));
        items[place] = low;
        items[place + 1] = high;
        return;
    }
    if (cell_of(run.tiles[0]) / p->colours + run.size < p->numbers_count) {
        run.tiles[run.size] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[run.size - 1]) + p->colours));
    } else {
        memmove(run.tiles + 1, run.tiles, run.size);
        run.tiles[0] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[1]) - p->colours));
    }
    run.size++;
    ((Meld *)melds->items)[place] = run;
}

/* The shortest run among the new melds; one past them if there is none. */
static size_t find_shortest_run(const Table *t) {
    const Meld *melds = t->laying->melds.items;
    size_t shortest = t->laying->melds.count;
    for (size_t at = 0; at < t->laying->melds.count; at++)
        if (!is_group(t->p, &melds[at]) && (shortest == t->laying->melds.count || melds[at].size < melds[shortest].size))
            shortest = at;
    return shortest;
}

static void take_in_joker(Table *t, const OldMeld *old) {
    Vector *kept = &t->laying->kept;
    size_t place = find_shortest_run(t);
    if (place == t->laying->melds.count) {
        uint16_t *places = kept->items;
        size_t shortest = kept->count;
        for (size_t at = 0; at < kept->count; at++)
            if (!old[places[at]].is_group && (shortest == kept->count || old[places[at]].meld.size < old[places[shortest]].meld.size))
                shortest = at;
        add_meld(t, &old[places[shortest]].meld);
        memmove(places + shortest, places + shortest + 1, (kept->count - shortest - 1) * sizeof *places);
        kept->count--;
    }
    lengthen(t, place);
}

void make_table(Laying *laying, const Pile *pile, const Shares *shares, const OldMeld *old, int count) {
    const Problem *p = laying->problem;
    Table t = {.laying = laying, .p = p, .strict = pile->strict};
    memcpy(t.group_reals, shares->group_reals, sizeof t.group_reals);
    memcpy(t.group_bound, shares->group_bound, sizeof t.group_bound);
    memcpy(t.group_jokers, shares->group_jokers, sizeof t.group_jokers);
    memcpy(t.run_jokers, shares->run_jokers, sizeof t.run_jokers);
    for (int cell = 0; cell < p->faces; cell++) {
        t.run_reals[cell] = (int8_t)(pile->reals[cell] - shares->group_reals[cell]);
        t.run_bound[cell] = (int8_t)(pile->bound[cell] - shares->group_bound[cell]);
    }
    laying->melds.count = laying->kept.count = 0;
    for (int place = 0; place < count; place++)
        if (old[place].is_group ? keep_group(&t, &old[place]) : keep_run(&t, &old[place]))
            *(uint16_t *)push(&laying->kept, sizeof(uint16_t)) = (uint16_t)place;
    for (int number = 0; number < p->numbers_count; number++) build_groups(&t, number);
    for (int lane = 0; lane < p->lanes; lane++) build_runs(&t, lane);
    for (int joker = 0; joker < shares->jokers_left; joker++) take_in_joker(&t, old);
}
