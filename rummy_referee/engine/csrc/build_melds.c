/* Construction of new melds from the tiles of a part, and of runs with additional jokers.
 *
 * Groups: the least possible number of groups is filled in turn, colour by colour, with backtracking where a group would
 * have a colour twice or no real tile. Free jokers then go to the smallest group.
 * Runs: find_run_profiles gives the profile of the open runs after each layer. The tiles of each layer are put on the open
 * runs so that this profile results.
 *
 * Example of groups: R7 R7 B7 K7 Y7 and a free joker. Two groups are needed, since R7 occurs twice. In turn they
 * get R7, R7, B7, K7, Y7, and the joker joins the second, as B7: R7 B7 Y7 and R7 joker K7.
 * Example of runs: R3 R4 R5 R5 R6 R7. At 5 one R5 extends R3 R4, and the other starts a run. At 6 the run R3 R4 R5 ends,
 * since the only R6 must extend the shorter one: R3 R4 R5 and R5 R6 R7.
 */
#include <stdlib.h>
#include <string.h>

#include "reconstruct.h"

/* Kinds of open runs: those with one, two, and three or more tiles, then the same for runs without a real tile (bare). */
enum { LONG = 2, BARE = 3, KINDS = 6, MAX_OPEN = 64 };

static void add_meld(TableBuilder *b, const Meld *meld) { *(Meld *)vector_push(&b->melds, sizeof(Meld)) = *meld; }

/* --- groups ------------------------------------------------------------------------------------------------------------ */

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

/* Distributes the tiles from index `done` on to the groups, with backtracking. `total` includes the free jokers, which must
 * suffice to complete all groups. */
static int distribute(const uint8_t *tiles, int count, int done, Meld *groups, int groups_count, int total) {
    if (done == count) {
        int missing = 0;
        for (int at = 0; at < groups_count; at++) {
            missing += max_int(MIN_MELD - groups[at].size, 0);
            if (all_jokers(groups[at].tiles, groups[at].size)) return 0;
        }
        return missing <= total - done;
    }
    int max_size = (total + groups_count - 1) / groups_count;
    for (int attempt = 0; attempt < groups_count; attempt++) {
        Meld *group = &groups[(done + attempt) % groups_count];
        if (group->size >= max_size || has_cell(group, cell_of(tiles[done]))) continue;
        group->tiles[group->size++] = tiles[done];
        if (distribute(tiles, count, done + 1, groups, groups_count, total)) return 1;
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

/* Adds a joker to the smallest group, as the first colour that the group does not have. */
static void add_joker_to_groups(Meld *groups, int groups_count, int cell) {
    Meld *group = groups;
    for (int at = 1; at < groups_count; at++)
        if (groups[at].size < group->size) group = &groups[at];
    while (has_cell(group, cell)) cell++;
    group->tiles[group->size++] = (uint8_t)(cell | AS_JOKER);
}

/* Builds groups of all tiles that are left of a number. */
void build_groups(PartTiles *rest, int number) {
    const Problem *p = rest->problem;
    uint8_t tiles[256];
    int count = 0, reals = 0, max_per_colour = 0, first = number * p->colours;
    for (int cell = first; cell < first + p->colours; cell++) {
        for (int copy = 0; copy < rest->reals[cell]; copy++) tiles[count++] = (uint8_t)cell;
        for (int copy = 0; copy < rest->bound[cell]; copy++) tiles[count++] = (uint8_t)(cell | AS_JOKER);
        reals += rest->reals[cell] + (p->track_bare ? 0 : rest->bound[cell]);
        max_per_colour = max_int(max_per_colour, rest->reals[cell] + rest->bound[cell]);
    }
    if (!count) return;
    Meld groups[MAX_OPEN];
    int groups_count = min_groups(count, reals, max_per_colour, rest->group_jokers, p->colours);
    for (int at = 0; at < groups_count; at++) groups[at].size = 0;
    if (groups_count < 0 || !distribute(tiles, count, 0, groups, groups_count, count + rest->group_jokers)) abort();
    for (int joker = 0; joker < rest->group_jokers; joker++) add_joker_to_groups(groups, groups_count, first);
    for (int at = 0; at < groups_count; at++) {
        sort_by_cell(&groups[at]);
        add_meld(rest->builder, &groups[at]);
    }
}

/* --- runs -------------------------------------------------------------------------------------------------------------- */

/* Adds a finished run. A run with the ace at both ends becomes two melds, each with a real tile. */
static void end_run(PartTiles *rest, uint16_t index) {
    Meld run = ((Meld *)rest->builder->open_runs.items)[index];
    if (run.size <= rest->problem->numbers_count) {
        add_meld(rest->builder, &run);
        return;
    }
    for (int middle = MIN_MELD; middle <= run.size - MIN_MELD; middle++)
        if (!all_jokers(run.tiles, middle) && !all_jokers(run.tiles + middle, run.size - middle)) {
            Meld high = {.size = (uint8_t)(run.size - middle)};
            memcpy(high.tiles, run.tiles + middle, high.size);
            run.size = (uint8_t)middle;
            add_meld(rest->builder, &run);
            add_meld(rest->builder, &high);
            return;
        }
}

static int is_empty(const ColourRow *row) {
    int tiles = 0;
    for (int layer = 0; layer < row->layers; layer++) tiles |= row->reals[layer] | row->wilds[layer] | row->jokers[layer];
    return !tiles;
}

/* The open runs by kind, as indexes in `open_runs`. */
typedef struct {
    int count[KINDS];
    uint16_t runs[KINDS][MAX_OPEN];
} OpenRuns;

/* The tiles of a layer that go into runs. */
typedef struct {
    int reals_count, wilds_count;
    uint8_t reals[256], wilds[256];
} LayerTiles;

static uint16_t start_run(TableBuilder *b) {
    ((Meld *)vector_push(&b->open_runs, sizeof(Meld)))->size = 0;
    return (uint16_t)(b->open_runs.count - 1);
}

/* Puts a tile on a run, which is then of a kind from `kinds` on. */
static void add_tile(TableBuilder *b, OpenRuns *after, int kinds, uint16_t index, uint8_t tile) {
    Meld *run = (Meld *)b->open_runs.items + index;
    run->tiles[run->size++] = tile;
    int kind = kinds + min_int(run->size, MIN_MELD) - 1;
    after->runs[kind][after->count[kind]++] = index;
}

/* Puts the tiles of a layer on the open runs so that `profile` results. */
static void extend_runs(PartTiles *rest, const OpenRuns *open, const LayerTiles *layer, uint32_t profile, OpenRuns *after) {
    TableBuilder *b = rest->builder;
    const int *count = open->count;
    int bare = count[BARE] + count[BARE + 1] + count[BARE + 2];
    int spare = layer->reals_count + layer->wilds_count - count[0] - count[1] - bare;
    int extended = min_int(spare, count[LONG]), started_count = spare - extended; /* long runs that go on, and new runs */
    for (int at = extended; at < count[LONG]; at++) end_run(rest, open->runs[LONG][at]);
    int to_bare = min_int(layer->reals_count, bare + started_count); /* real tiles for new and for bare runs */
    int with_real[1 + KINDS - BARE]; /* how many new runs, then bare runs by kind, get a real tile */
    with_real[0] = (int)(profile & COUNT_MASK);
    with_real[1] = (int)(profile >> COUNT_BITS & COUNT_MASK) - count[0];
    with_real[2] = min_int(to_bare - with_real[0] - with_real[1], count[BARE + 1]);
    with_real[3] = to_bare - with_real[0] - with_real[1] - with_real[2];
    memset(after->count, 0, sizeof after->count);
    int real = to_bare, wild = bare + started_count - to_bare; /* the tiles before these go to new and bare runs */
    for (int kind = 0; kind < BARE; kind++)
        for (int at = 0; at < (kind == LONG ? extended : count[kind]); at++) {
            uint8_t tile = real < layer->reals_count ? layer->reals[real++] : layer->wilds[wild++];
            add_tile(b, after, 0, open->runs[kind][at], tile);
        }
    uint16_t started[MAX_OPEN];
    for (int at = 0; at < started_count; at++) started[at] = start_run(b);
    real = wild = 0;
    for (int kind = 0; kind <= KINDS - BARE; kind++) {
        int size = kind ? count[BARE + kind - 1] : started_count;
        const uint16_t *runs = kind ? open->runs[BARE + kind - 1] : started;
        for (int at = 0; at < with_real[kind]; at++) add_tile(b, after, 0, runs[at], layer->reals[real++]);
        for (int at = with_real[kind]; at < size; at++) add_tile(b, after, BARE, runs[at], layer->wilds[wild++]);
    }
}

/* True if a layer has no tiles and no run is open before it. */
static int is_idle(const ColourRow *row, int layer, const OpenRuns *open) {
    int tiles = row->reals[layer] | row->wilds[layer] | row->jokers[layer];
    if (row->ace_high && layer == row->layers - 1) tiles |= row->high_reals | row->high_wilds;
    for (int kind = 0; kind < KINDS; kind++) tiles |= open->count[kind];
    return !tiles;
}

/* Collects the tiles of a layer. `high_aces` receives the aces of the first layer that belong to the last one. */
static void read_layer(const PartTiles *rest, int layer, int run_colour, LayerTiles *high_aces, LayerTiles *tiles) {
    const Problem *p = rest->problem;
    const ColourRow *row = &rest->row;
    int real = 0, wild = 0, first = layer * p->colours + run_colour;
    for (int cell = first; layer < p->numbers_count && cell < first + colours_per_run(p); cell++) {
        for (int copy = 0; copy < rest->reals[cell]; copy++) tiles->reals[real++] = (uint8_t)cell;
        for (int copy = 0; copy < rest->bound[cell]; copy++) tiles->wilds[wild++] = (uint8_t)(cell | AS_JOKER);
    }
    if (row->ace_high && layer == 0) {
        memcpy(high_aces->reals, tiles->reals, (size_t)row->high_reals);
        memcpy(high_aces->wilds, tiles->wilds, (size_t)row->high_wilds);
        memmove(tiles->reals, tiles->reals + row->high_reals, (size_t)(real -= row->high_reals));
        memmove(tiles->wilds, tiles->wilds + row->high_wilds, (size_t)(wild -= row->high_wilds));
    } else if (row->ace_high && layer == row->layers - 1) {
        memcpy(tiles->reals, high_aces->reals, (size_t)(real = row->high_reals));
        memcpy(tiles->wilds, high_aces->wilds, (size_t)(wild = row->high_wilds));
    }
    for (int joker = 0; joker < row->jokers[layer]; joker++)
        tiles->wilds[wild++] = (uint8_t)(AS_JOKER | (layer % p->numbers_count * p->colours + run_colour));
    if (!p->track_bare) {
        memcpy(tiles->reals + real, tiles->wilds, (size_t)wild);
        real += wild;
        wild = 0;
    }
    tiles->reals_count = real;
    tiles->wilds_count = wild;
}

/* Builds runs of all tiles that are left of a colour. */
void build_runs(PartTiles *rest, int run_colour) {
    ColourRow *row = &rest->row;
    OpenRuns open[2];
    LayerTiles tiles, high_aces;
    if (is_empty(row)) return;
    if (!find_run_profiles(row)) abort();
    memset(open[0].count, 0, sizeof open[0].count);
    rest->builder->open_runs.count = 0;
    for (int layer = 0; layer < row->layers; layer++) {
        const OpenRuns *before = &open[layer & 1];
        OpenRuns *after = &open[(layer + 1) & 1];
        if (is_idle(row, layer, before)) {
            memset(after->count, 0, sizeof after->count);
            continue;
        }
        read_layer(rest, layer, run_colour, &high_aces, &tiles);
        extend_runs(rest, before, &tiles, row->profile_after[layer], after);
    }
    const OpenRuns *last = &open[row->layers & 1];
    for (int at = 0; at < last->count[LONG]; at++) end_run(rest, last->runs[LONG][at]);
}

/* --- additional jokers ------------------------------------------------------------------------------------------------- */

/* Adds a joker to a new run: at its high end, else at its low end. A run that has every number is split into two. */
static void add_joker_to_run(TableBuilder *b, size_t index) {
    const Problem *p = b->problem;
    Meld run = ((Meld *)b->melds.items)[index];
    if (run.size == p->numbers_count) {
        Meld low = {.size = MIN_MELD, .tiles = {run.tiles[0], run.tiles[1]}}, high = {.size = (uint8_t)(run.size - 2)};
        low.tiles[2] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[1]) + p->colours));
        memcpy(high.tiles, run.tiles + 2, high.size);
        vector_push(&b->melds, sizeof(Meld));
        Meld *melds = b->melds.items;
        memmove(melds + index + 2, melds + index + 1, (b->melds.count - index - 2) * sizeof(Meld));
        melds[index] = low;
        melds[index + 1] = high;
        return;
    }
    if (cell_of(run.tiles[0]) / p->colours + run.size < p->numbers_count) {
        run.tiles[run.size] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[run.size - 1]) + p->colours));
    } else {
        memmove(run.tiles + 1, run.tiles, run.size);
        run.tiles[0] = (uint8_t)(AS_JOKER | (cell_of(run.tiles[1]) - p->colours));
    }
    run.size++;
    ((Meld *)b->melds.items)[index] = run;
}

static int is_group(const Problem *p, const Meld *meld) {
    return cell_of(meld->tiles[0]) / p->colours == cell_of(meld->tiles[1]) / p->colours;
}

/* The index of the shortest new run, or the count of new melds if there is none. */
static size_t find_shortest_new_run(const TableBuilder *b) {
    const Meld *melds = b->melds.items;
    size_t shortest = b->melds.count;
    for (size_t at = 0; at < b->melds.count; at++)
        if (!is_group(b->problem, &melds[at]) && (shortest == b->melds.count || melds[at].size < melds[shortest].size))
            shortest = at;
    return shortest;
}

/* Makes the shortest old run that stays a new meld. */
static void release_shortest_old_run(TableBuilder *b) {
    const OldMeld *old = b->old.items;
    uint16_t *kept = b->kept.items;
    size_t shortest = b->kept.count;
    for (size_t at = 0; at < b->kept.count; at++)
        if (!old[kept[at]].is_group && (shortest == b->kept.count || old[kept[at]].meld.size < old[kept[shortest]].meld.size))
            shortest = at;
    add_meld(b, &old[kept[shortest]].meld);
    memmove(kept + shortest, kept + shortest + 1, (b->kept.count - shortest - 1) * sizeof *kept);
    b->kept.count--;
}

/* Adds a joker to the shortest new run, or to the shortest old one if no run is new. At least one run must exist. */
void append_joker(TableBuilder *b) {
    size_t index = find_shortest_new_run(b);
    if (index == b->melds.count) release_shortest_old_run(b);
    add_joker_to_run(b, index);
}
