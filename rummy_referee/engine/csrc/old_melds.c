/* Interpretation of the melds on the table before a play.
 *
 * The caller gives each meld as tiles and jokers, without saying what a joker stands for. read_old_melds decides that:
 * among all runs and the group that the tiles can form, it takes the one in which the most jokers stand for a cell that a
 * joker is bound to; of equals the run with the highest start, and a run before the group. find_arrangement then counts
 * which tiles lie in groups and where the free jokers lie.
 *
 * Example: of the meld "joker R5 R6" the runs R5 R6 R7 and R4 R5 R6 are possible. If no joker is bound, the joker stands
 * for R7. If a joker is bound to R4, it stands for R4.
 */
#include <string.h>

#include "reconstruct.h"

static int number_of(const Problem *p, uint8_t tile) { return cell_of(tile) / p->colours; }

static int run_colour_of(const Problem *p, uint8_t tile) { return p->mixed ? 0 : cell_of(tile) % p->colours; }

/* The cell of a joker in a run: the colour of a neighbouring tile, but in a mixed run preferably one that a joker is bound
 * to. */
static int cell_of_joker(const Problem *p, const uint8_t *roles, int number, uint8_t neighbour) {
    int first = number * p->colours;
    for (int cell = first; p->mixed && cell < first + p->colours; cell++)
        if (roles[cell]) return cell;
    return first + cell_of(neighbour) % p->colours;
}

static int count_bound(const uint8_t *roles, const Meld *meld) {
    int bound = 0;
    for (int at = 0; at < meld->size; at++)
        if (meld->tiles[at] & AS_JOKER && roles[cell_of(meld->tiles[at])]) bound++;
    return bound;
}

/* Writes the run that starts at a layer; false if it does not contain all the fixed tiles. */
static int read_run(const Problem *p, const uint8_t *roles, const Meld *fixed, int start, int size, Meld *run) {
    int placed = 0;
    run->size = (uint8_t)size;
    for (int at = 0; at < size; at++) {
        int number = (start + at) % p->numbers_count, tile = -1;
        for (int other = 0; other < fixed->size; other++)
            if (number_of(p, fixed->tiles[other]) == number) tile = fixed->tiles[other];
        placed += tile >= 0;
        run->tiles[at] = (uint8_t)(tile >= 0 ? tile : AS_JOKER | cell_of_joker(p, roles, number, fixed->tiles[0]));
    }
    return placed == fixed->size;
}

static int can_be_run(const Problem *p, const Meld *fixed, int size) {
    uint64_t numbers = 0;
    if (!p->runs || size > p->numbers_count) return 0;
    for (int at = 0; at < fixed->size; at++) {
        uint64_t bit = (uint64_t)1 << number_of(p, fixed->tiles[at]);
        if (numbers & bit || run_colour_of(p, fixed->tiles[at]) != run_colour_of(p, fixed->tiles[0])) return 0;
        numbers |= bit;
    }
    return 1;
}

/* The layers at which a run of the fixed tiles can start, in descending order: `first`, then `count` - 1 lower ones. An ace
 * does not restrict them if it can lie at either end. */
static Span find_starts(const Problem *p, const Meld *fixed, int size) {
    int highest = p->numbers_count + p->ace_high - size, lowest = 0;
    for (int at = 0; at < fixed->size; at++) {
        int number = number_of(p, fixed->tiles[at]);
        if (!number && p->ace_high) continue;
        highest = min_int(highest, number);
        lowest = max_int(lowest, number - size + 1);
    }
    return (Span){highest, highest - lowest + 1};
}

/* Writes the group of the fixed tiles; false if they form none. Its jokers stand for cells that a joker is bound to, then
 * for the first free colours. */
static int read_group(const Problem *p, const uint8_t *roles, const Meld *fixed, int size, Meld *group) {
    int number = number_of(p, fixed->tiles[0]), first = number * p->colours;
    uint64_t used = 0;
    if (!p->groups || size > p->colours) return 0;
    *group = *fixed;
    for (int at = 0; at < fixed->size; at++) {
        uint64_t bit = (uint64_t)1 << cell_of(fixed->tiles[at]);
        if (used & bit || number_of(p, fixed->tiles[at]) != number) return 0;
        used |= bit;
    }
    for (int bound = 1; bound >= 0; bound--)
        for (int cell = first; cell < first + p->colours && group->size < size; cell++)
            if (!(used >> cell & 1) && (roles[cell] > 0) == bound) group->tiles[group->size++] = (uint8_t)(AS_JOKER | cell);
    return 1;
}

/* Interprets one meld. Removes its bound jokers from `roles`, so that each is counted once. */
static void read_old_meld(const Problem *p, uint8_t *roles, const uint8_t *tiles, int size, OldMeld *old) {
    Meld fixed = {0}, meld;
    int max_bound = -1;
    for (int at = 0; at < size; at++)
        if (tiles[at] != OPEN_JOKER) fixed.tiles[fixed.size++] = tiles[at];
    memset(old, 0, sizeof *old);
    Span starts = can_be_run(p, &fixed, size) ? find_starts(p, &fixed, size) : (Span){0, 0};
    for (int start = starts.first; start > starts.first - starts.count; start--)
        if (read_run(p, roles, &fixed, start, size, &meld) && count_bound(roles, &meld) > max_bound) {
            max_bound = count_bound(roles, &meld);
            old->meld = meld;
            old->layer = start;
        }
    if (read_group(p, roles, &fixed, size, &meld) && count_bound(roles, &meld) > max_bound) {
        old->meld = meld;
        old->is_group = 1;
    }
    if (!old->meld.size) old->meld = fixed;
    for (int at = 0; at < old->meld.size; at++) {
        int cell = cell_of(old->meld.tiles[at]);
        if (old->meld.tiles[at] & AS_JOKER && roles[cell]) {
            roles[cell]--;
            old->bound |= (uint64_t)1 << at;
        }
    }
    old->run_colour = run_colour_of(p, old->meld.tiles[0]);
    old->number = number_of(p, old->meld.tiles[0]);
}

/* Interprets all melds. `roles` counts the jokers bound to each cell. */
void read_old_melds(const Problem *p, const uint8_t *roles, const uint8_t *sizes, const uint8_t *tiles, int count, OldMeld *old) {
    uint8_t roles_left[MAX_FACES];
    memcpy(roles_left, roles, (size_t)p->faces);
    for (int at = 0; at < count; tiles += sizes[at++]) read_old_meld(p, roles_left, tiles, sizes[at], &old[at]);
}

/* Counts the tiles in groups, the free jokers in runs and the high aces of the old melds. */
void find_arrangement(const Problem *p, const OldMeld *old, int count, Arrangement *arrangement) {
    memset(arrangement, 0, sizeof *arrangement);
    for (const OldMeld *end = old + count; old < end; old++)
        for (int at = 0; at < old->meld.size; at++) {
            int cell = cell_of(old->meld.tiles[at]), joker = old->meld.tiles[at] & AS_JOKER, bound = (int)(old->bound >> at & 1);
            int layer = old->layer + at;
            if (old->is_group)
                ++*(bound   ? &arrangement->group_bound[cell]
                    : joker ? &arrangement->group_jokers[old->number]
                            : &arrangement->group_reals[cell]);
            else if (joker && !bound)
                arrangement->run_jokers[old->run_colour][layer]++;
            else if (layer == p->numbers_count && !joker)
                arrangement->high_aces[old->run_colour]++;
        }
}
