/* Backtracking: the open runs of one run colour after each layer.
 *
 * The tiles that lie in runs are given for each layer. `find_run_profiles` finds a sequence of profiles (see automaton.h) that
 * these tiles can make, such that no short or bare run remains after the last layer. If every tile counts as real and the ace
 * is low, each profile follows from the one before. Otherwise it tries the profiles that grow_profile lists, depth first.
 *
 * Example: red 1, 2, 3, 3, 4, 5. The profiles are 0x001, 0x010, 0x101, 0x010 and 0x100: the first 3 completes 1 2 3, the
 * second 3 starts a run. That run must continue, so it gets the 4 and the 5, and the long run 1 2 3 ends.
 */
#include "reconstruct.h"

/* Finds the profiles from a layer on. */
static int find_from(ColourRow *row, int layer, uint32_t profile) {
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
    uint32_t grown[MAX_GROWN];
    int new_runs, count = grow_profile(profile, reals, wilds, grown, &new_runs);
    for (int at = 0; at < count; at++)
        if (find_from(row, layer + 1, grown[at])) {
            row->profile_after[layer] = grown[at];
            return 1;
        }
    return 0;
}

/* The same if there is never more than one profile. */
static int find_unique(ColourRow *row) {
    uint32_t profile = 0, grown[MAX_GROWN];
    int new_runs;
    for (int layer = 0; layer < row->layers; layer++) {
        if (!grow_profile(profile, row->reals[layer] + row->wilds[layer] + row->jokers[layer], 0, grown, &new_runs)) return 0;
        profile = row->profile_after[layer] = grown[0];
    }
    return !(profile & ~(uint32_t)(COUNT_MASK << LONG_SHIFT));
}

/* Whether all runs can end; the profile after each layer, and the number of high aces. */
int find_run_profiles(ColourRow *row) {
    row->high_reals = row->high_wilds = 0;
    if (!row->track_bare && !row->ace_high) return find_unique(row);
    int max_reals = row->ace_high ? row->reals[0] : 0, max_wilds = row->ace_high ? row->wilds[0] : 0;
    for (row->high_reals = 0; row->high_reals <= max_reals; row->high_reals++)
        for (row->high_wilds = 0; row->high_wilds <= max_wilds; row->high_wilds++)
            if (find_from(row, 0, 0)) return 1;
    return 0;
}
