/* Melds of what is not in melds that stay: see plays/tables.py, and ColourRow.build in plays/runs.py. */
#include <stdlib.h>
#include <string.h>

#include "reconstruct.h"

enum { KINDS = 6, BARE = 3, MAX_OPEN = 64 };

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static int cell_of(uint8_t tile) { return tile & ~AS_JOKER; }

static void add_meld(Reconstruction *reconstruction, const Meld *meld) {
    *(Meld *)vector_push(&reconstruction->melds, sizeof(Meld)) = *meld;
}

static int is_group(const Problem *p, const Meld *meld) {
    return cell_of(meld->tiles[0]) / p->colours == cell_of(meld->tiles[1]) / p->colours;
}

int groups_of(int tiles, int reals, int most, int jokers, int colours) {
    int fewest = larger(most, (tiles + jokers + colours - 1) / colours);
    return fewest <= smaller((tiles + jokers) / MIN_MELD, reals) ? fewest : -1;
}

/* --- groups -------------------------------------------------------------------------------------------------------- */

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
            missing += larger(MIN_MELD - groups[at].size, 0);
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

void build_groups(Table *t, int number) {
    const Problem *p = t->p;
    uint8_t tiles[256];
    int count = 0, reals = 0, most = 0, jokers = t->group_jokers[number], first = number * p->colours;
    for (int cell = first; cell < first + p->colours; cell++) {
        for (int copy = 0; copy < t->group_reals[cell]; copy++) tiles[count++] = (uint8_t)cell;
        for (int copy = 0; copy < t->group_bound[cell]; copy++) tiles[count++] = (uint8_t)(cell | AS_JOKER);
        reals += t->group_reals[cell] + (p->track_bare ? 0 : t->group_bound[cell]);
        most = larger(most, t->group_reals[cell] + t->group_bound[cell]);
    }
    if (!count) return;
    Meld groups[MAX_OPEN];
    int groups_count = groups_of(count, reals, most, jokers, p->colours);
    for (int at = 0; at < groups_count; at++) groups[at].size = 0;
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
        add_meld(t->reconstruction, &groups[at]);
    }
}

/* --- runs ---------------------------------------------------------------------------------------------------------- */

/* A run is one meld; with the ace at both ends it is two, each with a real tile. */
static void end_run(Table *t, const Meld *run) {
    if (run->size <= t->p->numbers_count) {
        add_meld(t->reconstruction, run);
        return;
    }
    for (int middle = MIN_MELD; middle <= run->size - MIN_MELD; middle++)
        if (!all_jokers(run->tiles, middle) && !all_jokers(run->tiles + middle, run->size - middle)) {
            Meld low = *run, high = {.size = (uint8_t)(run->size - middle)};
            low.size = (uint8_t)middle;
            memcpy(high.tiles, run->tiles + middle, high.size);
            add_meld(t->reconstruction, &low);
            add_meld(t->reconstruction, &high);
            return;
        }
}

static int is_empty(const ColourRow *row) {
    int tiles = 0;
    for (int layer = 0; layer < row->layers; layer++) tiles |= row->reals[layer] | row->wilds[layer] | row->jokers[layer];
    return !tiles;
}

/* The open runs of a lane, by kind: their places in laying->runs. */
typedef struct {
    int count[KINDS];
    uint16_t runs[KINDS][MAX_OPEN];
} OpenRuns;

static uint16_t start_run(Table *t) {
    Meld *run = vector_push(&t->reconstruction->runs, sizeof(Meld));
    run->size = 0;
    return (uint16_t)(t->reconstruction->runs.count - 1);
}

static void add_tile(Table *t, OpenRuns *after, int kinds, uint16_t place, uint8_t tile) {
    Meld *run = (Meld *)t->reconstruction->runs.items + place;
    run->tiles[run->size++] = tile;
    int kind = kinds + smaller(run->size, MIN_MELD) - 1;
    after->runs[kind][after->count[kind]++] = place;
}

/* Lay the tiles of a number on runs, so that their profile is the one after. */
static void extend_runs(Table *t, const OpenRuns *open, const uint8_t *reals, int reals_count, const uint8_t *wilds,
                        int wilds_count, uint32_t profile, OpenRuns *after) {
    const int *count = open->count;
    int bare = count[BARE] + count[BARE + 1] + count[BARE + 2];
    int spare = reals_count + wilds_count - count[0] - count[1] - bare;
    int longs = smaller(spare, count[2]), fresh = spare - longs;
    for (int at = longs; at < count[2]; at++) end_run(t, (Meld *)t->reconstruction->runs.items + open->runs[2][at]);
    int to_bare = smaller(reals_count, bare + fresh);
    int with_real[1 + KINDS - BARE]; /* of new runs and of those without a real tile, how many get one */
    with_real[0] = (int)(profile & COUNT_MASK);
    with_real[1] = (int)(profile >> COUNT_BITS & COUNT_MASK) - count[0];
    with_real[2] = smaller(to_bare - with_real[0] - with_real[1], count[BARE + 1]);
    with_real[3] = to_bare - with_real[0] - with_real[1] - with_real[2];
    memset(after->count, 0, sizeof after->count);
    int real = to_bare, wild = bare + fresh - to_bare; /* these many lie on runs without a real tile */
    for (int kind = 0; kind < BARE; kind++)
        for (int at = 0; at < (kind == 2 ? longs : count[kind]); at++) {
            uint8_t tile = real < reals_count ? reals[real++] : wilds[wild++];
            add_tile(t, after, 0, open->runs[kind][at], tile);
        }
    uint16_t started[MAX_OPEN];
    for (int at = 0; at < fresh; at++) started[at] = start_run(t);
    real = wild = 0;
    for (int kind = 0; kind <= KINDS - BARE; kind++) {
        int size = kind ? count[BARE + kind - 1] : fresh;
        const uint16_t *places = kind ? open->runs[BARE + kind - 1] : started;
        for (int at = 0; at < with_real[kind]; at++) add_tile(t, after, 0, places[at], reals[real++]);
        for (int at = with_real[kind]; at < size; at++) add_tile(t, after, BARE, places[at], wilds[wild++]);
    }
}

/* Whether there is nothing to lay in a layer, and no run that could end there. */
static int is_idle(const ColourRow *row, int layer, const OpenRuns *open) {
    int tiles = row->reals[layer] | row->wilds[layer] | row->jokers[layer];
    if (row->ace_high && layer == row->layers - 1) tiles |= row->high_reals | row->high_wilds;
    for (int kind = 0; kind < KINDS; kind++) tiles |= open->count[kind];
    return !tiles;
}

void build_runs(Table *t, ColourRow *row, int at) {
    const Problem *p = t->p;
    OpenRuns open[2];
    uint8_t off[2][MAX_OPEN];
    if (is_empty(row)) return;
    if (!find_run_profiles(row)) abort();
    memset(open[0].count, 0, sizeof open[0].count);
    t->reconstruction->runs.count = 0;
    for (int layer = 0; layer < row->layers; layer++) {
        uint8_t reals[256], wilds[256];
        int real = 0, wild = 0, first = layer * p->colours + at;
        if (is_idle(row, layer, &open[layer & 1])) {
            memset(open[(layer + 1) & 1].count, 0, sizeof open[0].count);
            continue;
        }
        for (int cell = first; layer < p->numbers_count && cell < first + (p->mixed ? p->colours : 1); cell++) {
            for (int copy = 0; copy < t->run_reals[cell]; copy++) reals[real++] = (uint8_t)cell;
            for (int copy = 0; copy < t->run_bound[cell]; copy++) wilds[wild++] = (uint8_t)(cell | AS_JOKER);
        }
        if (row->ace_high && layer == 0) {
            memcpy(off[0], reals, (size_t)row->high_reals);
            memcpy(off[1], wilds, (size_t)row->high_wilds);
            memmove(reals, reals + row->high_reals, (size_t)(real -= row->high_reals));
            memmove(wilds, wilds + row->high_wilds, (size_t)(wild -= row->high_wilds));
        } else if (row->ace_high && layer == row->layers - 1) {
            memcpy(reals, off[0], (size_t)(real = row->high_reals));
            memcpy(wilds, off[1], (size_t)(wild = row->high_wilds));
        }
        for (int joker = 0; joker < row->jokers[layer]; joker++)
            wilds[wild++] = (uint8_t)(AS_JOKER | (layer % p->numbers_count * p->colours + at));
        if (!p->track_bare) {
            memcpy(reals + real, wilds, (size_t)wild);
            real += wild;
            wild = 0;
        }
        extend_runs(t, &open[layer & 1], reals, real, wilds, wild, row->way[layer], &open[(layer + 1) & 1]);
    }
    const OpenRuns *last = &open[row->layers & 1];
    for (int run = 0; run < last->count[2]; run++) end_run(t, (Meld *)t->reconstruction->runs.items + last->runs[2][run]);
}

/* --- jokers that are left over ---------------------------------------------------------------------------------- */

static void lengthen(Reconstruction *reconstruction, size_t place) {
    const Problem *p = reconstruction->problem;
    Vector *melds = &reconstruction->melds;
    Meld run = ((Meld *)melds->items)[place];
    if (run.size == p->numbers_count) {
        Meld low = {.size = MIN_MELD, .tiles = {run.tiles[0], run.tiles[1]}}, high = {.size = (uint8_t)(run.size - 2)};
        low.tiles[2] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[1]) + p->colours));
        memcpy(high.tiles, run.tiles + 2, high.size);
        vector_push(melds, sizeof(Meld));
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
static size_t find_shortest_run(const Reconstruction *reconstruction) {
    const Meld *melds = reconstruction->melds.items;
    size_t shortest = reconstruction->melds.count;
    for (size_t at = 0; at < reconstruction->melds.count; at++)
        if (!is_group(reconstruction->problem, &melds[at]) &&
            (shortest == reconstruction->melds.count || melds[at].size < melds[shortest].size))
            shortest = at;
    return shortest;
}

void take_in_joker(Reconstruction *reconstruction, const OldMeld *old) {
    Vector *kept = &reconstruction->kept;
    size_t place = find_shortest_run(reconstruction);
    if (place == reconstruction->melds.count) {
        uint16_t *places = kept->items;
        size_t shortest = kept->count;
        for (size_t at = 0; at < kept->count; at++)
            if (!old[places[at]].is_group &&
                (shortest == kept->count || old[places[at]].meld.size < old[places[shortest]].meld.size))
                shortest = at;
        add_meld(reconstruction, &old[places[shortest]].meld);
        memmove(places + shortest, places + shortest + 1, (kept->count - shortest - 1) * sizeof *places);
        kept->count--;
    }
    lengthen(reconstruction, place);
}
