/* The runs of one row: see grow in plays/lanes.py and ColourRow.follow in plays/runs.py. */
#include "reconstruct.h"

/* Every profile that tiles can make of a profile, one after another. */
typedef struct {
    int ones, twos, longs, bare_ones, bare_twos, bare_longs, fresh, to_bare, on_new, on_ones, on_twos;
} Growth;

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static uint32_t grown_of(const Growth *g) {
    int on_longs = g->to_bare - g->on_new - g->on_ones - g->on_twos;
    return (uint32_t)(g->on_new | (g->ones + g->on_ones) << COUNT_BITS |
                      (g->twos + g->longs + g->on_twos + on_longs) << LONG_SHIFT | (g->fresh - g->on_new) << BARE_SHIFT |
                      (g->bare_ones - g->on_ones) << (BARE_SHIFT + COUNT_BITS) |
                      (g->bare_twos + g->bare_longs - g->on_twos - on_longs) << (BARE_SHIFT + 2 * COUNT_BITS));
}

static void start_on_twos(Growth *g) { g->on_twos = larger(0, g->to_bare - g->on_new - g->on_ones - g->bare_longs); }

static void start_on_ones(Growth *g) {
    g->on_ones = larger(0, g->to_bare - g->on_new - g->bare_twos - g->bare_longs);
    start_on_twos(g);
}

static int grow_first(Growth *g, uint32_t profile, int reals, int wilds, uint32_t *grown) {
    g->ones = profile & COUNT_MASK;
    g->twos = profile >> COUNT_BITS & COUNT_MASK;
    g->bare_ones = profile >> BARE_SHIFT & COUNT_MASK;
    g->bare_twos = profile >> (BARE_SHIFT + COUNT_BITS) & COUNT_MASK;
    g->bare_longs = profile >> (BARE_SHIFT + 2 * COUNT_BITS) & COUNT_MASK;
    int bare = g->bare_ones + g->bare_twos + g->bare_longs, longs = profile >> LONG_SHIFT & COUNT_MASK;
    int spare = reals + wilds - g->ones - g->twos - bare;
    if (spare < 0) return 0;
    g->longs = smaller(longs, spare);
    g->fresh = spare - g->longs;
    if (!bare && !wilds) { /* no choice */
        g->to_bare = g->on_new = g->fresh;
        g->on_ones = g->on_twos = 0;
        *grown = (uint32_t)(g->fresh | g->ones << COUNT_BITS | (g->twos + g->longs) << LONG_SHIFT);
        return 1;
    }
    g->to_bare = smaller(reals, bare + g->fresh);
    g->on_new = larger(0, g->to_bare - bare);
    start_on_ones(g);
    *grown = grown_of(g);
    return 1;
}

static int grow_next(Growth *g, uint32_t *grown) {
    if (g->on_twos < smaller(g->to_bare - g->on_new - g->on_ones, g->bare_twos)) {
        g->on_twos++;
    } else if (g->on_ones < smaller(g->to_bare - g->on_new, g->bare_ones)) {
        g->on_ones++;
        start_on_twos(g);
    } else if (g->on_new < smaller(g->to_bare, g->fresh)) {
        g->on_new++;
        start_on_ones(g);
    } else {
        return 0;
    }
    *grown = grown_of(g);
    return 1;
}

static int follow_from(ColourRow *row, int layer, uint32_t profile) {
    if (layer == row->layers) return !(profile & ~(uint32_t)(COUNT_MASK << LONG_SHIFT));
    int reals = row->reals[layer], wilds = row->wilds[layer];
    if (row->ace_high && layer == 0) {
        reals -= row->high_reals;
        wilds -= row->high_wilds;
    } else if (row->ace_high && layer == row->layers - 1) {
        reals = row->high_reals;
        wilds = row->high_wilds;
    }
    wilds += row->jokers[layer];
    if (!row->track_bare) {
        reals += wilds;
        wilds = 0;
    }
    Growth growth;
    uint32_t grown;
    for (int any = grow_first(&growth, profile, reals, wilds, &grown); any; any = grow_next(&growth, &grown))
        if (follow_from(row, layer + 1, grown)) {
            row->way[layer] = grown;
            return 1;
        }
    return 0;
}

/* The same where no tile is bare or put off: then all is forced. */
static int follow_forced(ColourRow *row) {
    int ones = 0, twos = 0, longs = 0;
    for (int layer = 0; layer < row->layers; layer++) {
        int spare = row->reals[layer] + row->wilds[layer] + row->jokers[layer] - ones - twos;
        if (spare < 0) return 0;
        int grown = smaller(longs, spare);
        longs = twos + grown;
        twos = ones;
        ones = spare - grown;
        row->way[layer] = (uint32_t)(ones | twos << COUNT_BITS | longs << LONG_SHIFT);
    }
    return !ones && !twos;
}

/* The profile after each layer, and the aces put off, if all the runs can be ended. */
int find_run_profiles(ColourRow *row) {
    row->high_reals = row->high_wilds = 0;
    if (!row->track_bare && !row->ace_high) return follow_forced(row);
    int most_reals = row->ace_high ? row->reals[0] : 0, most_wilds = row->ace_high ? row->wilds[0] : 0;
    for (row->high_reals = 0; row->high_reals <= most_reals; row->high_reals++)
        for (row->high_wilds = 0; row->high_wilds <= most_wilds; row->high_wilds++)
            if (follow_from(row, 0, 0)) return 1;
    return 0;
}
