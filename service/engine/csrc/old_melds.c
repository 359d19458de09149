/* The melds on the table before a play: see plays/old_melds.py. */
#include <string.h>

#include "reconstruct.h"

static int cell_of(uint8_t tile) { return tile & ~AS_JOKER; }

static int run_colour_of(const Problem *p, int cell) { return p->mixed ? 0 : cell % p->colours; }

/* The cell that a joker in a run lies for: in a mixed run, if possible one that a joker is bound to. */
static int fill(const Problem *p, const uint8_t *roles, int number, int beside) {
    int first = number * p->colours;
    for (int cell = first; p->mixed && cell < first + p->colours; cell++)
        if (roles[cell]) return cell;
    return first + beside % p->colours;
}

static int count_bound(const uint8_t *roles, const Meld *meld) {
    int bound = 0;
    for (int at = 0; at < meld->size; at++)
        if (meld->tiles[at] & AS_JOKER && roles[cell_of(meld->tiles[at])]) bound++;
    return bound;
}

/* The run from this layer on, if the tiles can be that. */
static int read_run(const Problem *p, const uint8_t *roles, const Meld *fixed, int start, int size, Meld *run) {
    int placed = 0;
    run->size = (uint8_t)size;
    for (int at = 0; at < size; at++) {
        int number = (start + at) % p->numbers_count, known = -1;
        for (int tile = 0; tile < fixed->size; tile++)
            if (cell_of(fixed->tiles[tile]) / p->colours == number) known = fixed->tiles[tile];
        placed += known >= 0;
        run->tiles[at] = (uint8_t)(known >= 0 ? known : AS_JOKER | fill(p, roles, number, cell_of(fixed->tiles[0])));
    }
    return placed == fixed->size;
}

static int may_be_run(const Problem *p, const Meld *fixed, int size) {
    uint64_t numbers = 0;
    if (!p->runs || size > p->numbers_count) return 0;
    for (int at = 0; at < fixed->size; at++) {
        uint64_t bit = (uint64_t)1 << cell_of(fixed->tiles[at]) / p->colours;
        if (numbers & bit || run_colour_of(p, cell_of(fixed->tiles[at])) != run_colour_of(p, cell_of(fixed->tiles[0]))) return 0;
        numbers |= bit;
    }
    return 1;
}

/* The layers that a run of so many tiles may begin at, from the highest: all tiles lie between its ends, but for an ace at either. */
static Span find_starts(const Problem *p, const Meld *fixed, int size) {
    int low = p->numbers_count + p->ace_high - size, high = 0;
    for (int at = 0; at < fixed->size; at++) {
        int number = cell_of(fixed->tiles[at]) / p->colours;
        if (!number && p->ace_high) continue;
        if (low > number) low = number;
        if (high < number - size + 1) high = number - size + 1;
    }
    return (Span){low, low - high + 1};
}

/* The group that the tiles can be, if they can: with what jokers are bound to, and then in order of the box. */
static int read_group(const Problem *p, const uint8_t *roles, const Meld *fixed, int size, Meld *group) {
    int number = cell_of(fixed->tiles[0]) / p->colours, first = number * p->colours;
    uint64_t taken = 0;
    if (!p->groups || size > p->colours) return 0;
    *group = *fixed;
    for (int at = 0; at < fixed->size; at++) {
        uint64_t bit = (uint64_t)1 << cell_of(fixed->tiles[at]);
        if (taken & bit || cell_of(fixed->tiles[at]) / p->colours != number) return 0;
        taken |= bit;
    }
    for (int bound = 1; bound >= 0; bound--)
        for (int cell = first; cell < first + p->colours && group->size < size; cell++)
            if (!(taken >> cell & 1) && (roles[cell] > 0) == bound) group->tiles[group->size++] = (uint8_t)(AS_JOKER | cell);
    return 1;
}

static void read_old(const Problem *p, uint8_t *roles, const uint8_t *tiles, int size, OldMeld *old) {
    Meld fixed = {0}, reading;
    int most = -1;
    for (int at = 0; at < size; at++)
        if (tiles[at] != OPEN_JOKER) fixed.tiles[fixed.size++] = tiles[at];
    memset(old, 0, sizeof *old);
    Span starts = may_be_run(p, &fixed, size) ? find_starts(p, &fixed, size) : (Span){0, 0};
    for (int start = starts.first; start > starts.first - starts.count; start--)
        if (read_run(p, roles, &fixed, start, size, &reading) && count_bound(roles, &reading) > most) {
            most = count_bound(roles, &reading);
            old->meld = reading;
            old->layer = start;
        }
    if (read_group(p, roles, &fixed, size, &reading) && count_bound(roles, &reading) > most) {
        old->meld = reading;
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
    old->run_colour = run_colour_of(p, cell_of(old->meld.tiles[0]));
    old->number = cell_of(old->meld.tiles[0]) / p->colours;
}

void read_old_melds(const Problem *p, const uint8_t *roles, const uint8_t *sizes, const uint8_t *tiles, int count, OldMeld *old) {
    uint8_t roles_left[MAX_FACES];
    memcpy(roles_left, roles, (size_t)p->faces);
    for (int at = 0; at < count; tiles += sizes[at++]) read_old(p, roles_left, tiles, sizes[at], &old[at]);
}

/* How the tiles are shared out now. */
void arrangement_of(const Problem *p, const OldMeld *old, int count, Arrangement *shares) {
    memset(shares, 0, sizeof *shares);
    for (int place = 0; place < count; place++)
        for (int at = 0; at < old[place].meld.size; at++) {
            int tile = old[place].meld.tiles[at], cell = cell_of((uint8_t)tile), joker = tile & AS_JOKER;
            int bound = (int)(old[place].bound >> at & 1), layer = old[place].layer + at;
            if (old[place].is_group) {
                if (bound)
                    shares->group_bound[cell]++;
                else if (joker)
                    shares->group_jokers[cell / p->colours]++;
                else
                    shares->group_reals[cell]++;
            } else if (joker && !bound) {
                shares->run_jokers[old[place].run_colour][layer]++;
            } else if (layer == p->numbers_count && !joker) {
                shares->high_aces[old[place].run_colour]++;
            }
        }
}
