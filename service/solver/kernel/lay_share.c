/* Sharing out the tiles of a table: see plays/sharing.py. */
#include <string.h>

#include "lay.h"

typedef struct {
    uint32_t profiles[MOST_LANES];
    uint8_t needs[MOST_LANES];
    uint32_t missing_worth;
    uint8_t jokers, has_run, grouped, grouped_reals, most_alike, run_reals, run_wilds;
    uint8_t cell; /* only where it is kept as dead */
} Place;

typedef struct {
    Laying *laying;
    const Problem *p;
    const Pile *pile;
    const Shares *before;
    Shares *found;
    int64_t steps;
    int takes_in_jokers; /* that are left over: any run does, one too long being two */
    uint8_t reals[MOST_FACES], wilds[MOST_FACES];
    Needs needs;
} Sharing;

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

int groups_of(int tiles, int reals, int most, int jokers, int colours) {
    int fewest = larger(most, (tiles + jokers + colours - 1) / colours);
    return fewest <= smaller((tiles + jokers) / SHORTEST, reals) ? fewest : -1;
}

/* --- what can be done at a cell ------------------------------------------------------------------------------------ */

static int descend(Sharing *s, int cell, const Place *place);

static int is_hopeful(const Sharing *s, const Place *place) {
    int needs = place->needs[0] + place->needs[1] + place->needs[2] + place->needs[3];
    return needs <= JOKER_UNITS * place->jokers && (int)place->missing_worth <= place->jokers * s->p->numbers[s->p->numbers_count - 1];
}

static void use_jokers(const Sharing *s, Place *place, int jokers, int number) {
    if (!jokers) return;
    place->missing_worth = (uint32_t)larger((int)place->missing_worth - jokers * s->p->numbers[number], 0);
    place->jokers = (uint8_t)(place->jokers - jokers);
}

/* Numbers up to a most, those near to what was first; of two as near the higher one. */
static int nearest(int was, int most, int turn) {
    if (was > most) return most - turn;
    int low = smaller(was, most - was); /* so many pairs, one above and one below */
    if (turn <= 2 * low) return turn & 1 ? was + (turn + 1) / 2 : was - turn / 2;
    return was > most - was ? most - turn : turn;
}

/* Numbers up to a most, rising, but what was first. */
static int old_first(int was, int most, int turn) {
    if (was > most) return turn;
    if (turn == 0) return was;
    return turn <= was ? turn - 1 : turn;
}

static int forget_ended(const Sharing *s, int lane, int layer, uint32_t *profile) {
    const LaneTable *table = s->needs.tables[lane];
    int most = layer + 1 < s->p->numbers_count + s->p->ace_high ? table->jokers + table->most[layer + 1] : 0;
    int surplus = (int)(*profile >> LONG_SHIFT & FIELD) - most;
    if (surplus > 0) *profile -= (uint32_t)surplus << LONG_SHIFT;
    return need_of(s->p, s->needs.tables[lane], layer + 1, *profile);
}

static int close_number(Sharing *s, int cell, const Place *place, int number);

/* With the tiles of a lane in runs: go on, or close the number first. */
static int go_on(Sharing *s, int cell, const Place *place, int closes) {
    return closes ? close_number(s, cell, place, s->laying->number_of[cell]) : descend(s, cell + 1, place);
}

static int run_with(Sharing *s, int cell, const Place *place, int lane, int layer, int reals, int wilds, uint32_t carried,
                    int closes) {
    const Problem *p = s->p;
    int heads_allowed = !s->takes_in_jokers || layer + JOKERS_HEAD_LATE >= p->numbers_count + p->ace_high - 1;
    for (int turn = 0; turn <= place->jokers; turn++) {
        int jokers = old_first(s->before->run_jokers[lane][layer], place->jokers, turn);
        int as_real = s->pile->strict ? 0 : jokers;
        Growth growth;
        uint32_t grown;
        s->found->run_jokers[lane][layer] = (uint8_t)jokers;
        for (int any = grow_first(&growth, place->profiles[lane] & RUNS, reals + as_real, wilds + jokers - as_real, &grown); any;
             any = grow_next(&growth, &grown)) {
            if (growth.fresh > reals + wilds && !heads_allowed) continue;
            Place after = *place;
            after.profiles[lane] = grown | carried;
            after.needs[lane] = (uint8_t)forget_ended(s, lane, layer, &after.profiles[lane]);
            after.has_run |= growth.fresh > 0;
            use_jokers(s, &after, jokers, layer < p->numbers_count ? layer : 0);
            if (is_hopeful(s, &after) && go_on(s, cell, &after, closes)) return 1;
        }
    }
    return 0;
}

static int run_into(Sharing *s, int cell, const Place *place, int lane, int layer, int reals, int wilds, int closes) {
    const Problem *p = s->p;
    if (!p->runs) return !reals && !wilds && go_on(s, cell, place, closes);
    if (layer || !p->ace_high) {
        uint32_t carried = layer == p->numbers_count ? 0 : place->profiles[lane] & ~(uint32_t)RUNS;
        return run_with(s, cell, place, lane, layer, reals, wilds, carried, closes);
    }
    for (int turn = 0; turn <= reals; turn++) {
        int off_reals = nearest(s->before->aces_put_off[lane], reals, turn);
        for (int off_wilds = 0; off_wilds <= wilds; off_wilds++) {
            uint32_t carried = (uint32_t)off_reals << PUT_OFF_REALS | (uint32_t)off_wilds << PUT_OFF_WILDS;
            if (run_with(s, cell, place, lane, layer, reals - off_reals, wilds - off_wilds, carried, closes)) return 1;
        }
    }
    return 0;
}

static int close_number(Sharing *s, int cell, const Place *place, int number) {
    const Problem *p = s->p;
    int most = place->grouped ? place->jokers : 0;
    for (int turn = 0; turn <= most; turn++) {
        int jokers = old_first(s->before->group_jokers[number], most, turn);
        if (groups_of(place->grouped, place->grouped_reals, place->most_alike, jokers, p->colours) < 0) continue;
        Place closed = *place;
        s->found->group_jokers[number] = (uint8_t)jokers;
        use_jokers(s, &closed, jokers, number);
        closed.grouped = closed.grouped_reals = closed.most_alike = closed.run_reals = closed.run_wilds = 0;
        if (p->mixed) {
            if (run_into(s, cell, &closed, 0, number, place->run_reals, place->run_wilds, 0)) return 1;
        } else if (is_hopeful(s, &closed) && descend(s, cell + 1, &closed)) {
            return 1;
        }
    }
    return 0;
}

static int share_split(Sharing *s, int cell, const Place *place, int reals, int wilds) {
    const Problem *p = s->p;
    int number = s->laying->number_of[cell], colour = s->laying->colour_of[cell], last = colour == p->colours - 1;
    Place joined = *place;
    joined.grouped = (uint8_t)(place->grouped + reals + wilds);
    joined.grouped_reals = (uint8_t)(place->grouped_reals + reals);
    joined.most_alike = (uint8_t)larger(place->most_alike, reals + wilds);
    if (joined.grouped + s->needs.room[cell] + place->jokers < SHORTEST * joined.most_alike) return 0;
    s->found->group_reals[cell] = (uint8_t)reals;
    s->found->group_bound[cell] = (uint8_t)wilds;
    int run_reals = s->reals[cell] - reals, run_wilds = s->wilds[cell] - wilds;
    if (!p->mixed) return run_into(s, cell, &joined, colour, number, run_reals, run_wilds, last);
    joined.run_reals = (uint8_t)(place->run_reals + run_reals);
    joined.run_wilds = (uint8_t)(place->run_wilds + run_wilds);
    return last ? close_number(s, cell, &joined, number) : descend(s, cell + 1, &joined);
}

static int share_cell(Sharing *s, int cell, const Place *place) {
    int groups = s->needs.most_groups[s->laying->number_of[cell]], most = smaller(s->reals[cell], groups);
    int was = s->before->group_reals[cell], was_wild = s->before->group_bound[cell];
    if (!s->pile->strict) {
        was += was_wild;
        was_wild = 0;
    }
    for (int turn = 0; turn <= most; turn++) {
        int reals = nearest(was, most, turn), most_wild = smaller(s->wilds[cell], groups - reals);
        for (int wild_turn = 0; wild_turn <= most_wild; wild_turn++)
            if (share_split(s, cell, place, reals, nearest(was_wild, most_wild, wild_turn))) return 1;
    }
    return 0;
}

/* --- all cells ------------------------------------------------------------------------------------------------------ */

static uint32_t hash_place(const Place *place) {
    uint64_t words[sizeof(Place) / sizeof(uint64_t)];
    memcpy(words, place, sizeof words);
    return hash_words(words, sizeof words / sizeof *words);
}

static int known_dead(const Laying *laying, const Place *place, uint32_t hash) {
    uint32_t at;
    size_t slot = SIZE_MAX;
    while ((at = index_next(&laying->dead_index, hash, &slot)) != UINT32_MAX)
        if (!memcmp((Place *)laying->dead.items + at, place, sizeof(Place))) return 1;
    return 0;
}

static int is_end(Sharing *s, const Place *place) {
    s->found->jokers_left = place->jokers;
    for (int lane = 0; lane < MOST_LANES; lane++)
        if (place->profiles[lane] & ~(uint32_t)(FIELD << LONG_SHIFT)) return 0;
    return !place->missing_worth && ((place->has_run && s->takes_in_jokers) || !place->jokers);
}

/* The next number at which anything lies, if nothing is open and there is no joker. */
static int skip_numbers(Sharing *s, int cell, const Place *place) {
    uint32_t open = place->profiles[0] | place->profiles[1] | place->profiles[2] | place->profiles[3];
    if (s->laying->colour_of[cell] || open || place->jokers) return cell;
    for (int number = s->laying->number_of[cell]; cell < s->p->faces && s->needs.is_empty[number]; cell += s->p->colours, number++)
        for (int lane = 0; lane < s->p->lanes; lane++) s->found->run_jokers[lane][number] = 0;
    return cell;
}

static int descend(Sharing *s, int cell, const Place *place) {
    const Problem *p = s->p;
    Laying *laying = s->laying;
    cell = skip_numbers(s, cell, place);
    if (cell == p->cells) return is_end(s, place);
    if (--s->steps < 0) return 0;
    int starts_number = !laying->colour_of[cell];
    Place key = *place;
    key.cell = (uint8_t)cell;
    if (starts_number && laying->dead.count && known_dead(laying, &key, hash_place(&key))) return 0;
    if (cell >= p->faces) {
        int lane = cell - p->faces;
        int reals = place->profiles[lane] >> PUT_OFF_REALS & FIELD, wilds = place->profiles[lane] >> PUT_OFF_WILDS & FIELD;
        if (run_into(s, cell, place, lane, p->numbers_count, reals, wilds, 0)) return 1;
    } else if (share_cell(s, cell, place)) {
        return 1;
    }
    if (starts_number) {
        index_add(&laying->dead_index, hash_place(&key), (uint32_t)laying->dead.count);
        *(Place *)push(&laying->dead, sizeof(Place)) = key;
    }
    return 0;
}

/* Where bound jokers counted as real: put as many real tiles of a face into groups as there were. */
static void tell_bound_from_real(const Sharing *s) {
    for (int cell = 0; cell < s->p->faces; cell++) {
        int bound = s->pile->bound[cell], grouped = s->found->group_reals[cell];
        if (!bound) continue;
        int reals = smaller(smaller(larger(s->before->group_reals[cell], grouped - bound), s->pile->reals[cell]), grouped);
        s->found->group_reals[cell] = (uint8_t)reals;
        s->found->group_bound[cell] = (uint8_t)(grouped - reals);
    }
}

/* Without jokers, in runs of one colour: whether each tile has what it takes for a run or a group. A quick look that spares
 * the search; it would find the same. */
static int each_tile_fits(const Problem *p, const uint8_t *tiles) {
    uint64_t present[MOST_LANES] = {0};
    for (int number = 0; number < p->numbers_count; number++)
        for (int colour = 0; colour < p->colours; colour++)
            present[colour] |= (uint64_t)(tiles[number * p->colours + colour] > 0) << number;
    uint64_t once = 0, twice = 0, thrice = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        thrice |= twice & present[colour];
        twice |= once & present[colour];
        once |= present[colour];
    }
    for (int colour = 0; colour < p->colours; colour++) {
        uint64_t begin = p->runs ? present[colour] & present[colour] >> 1 & present[colour] >> 2 : 0;
        if (present[colour] & ~(begin | begin << 1 | begin << 2 | (p->groups ? thrice : 0))) return 0;
    }
    return 1;
}

int share_out(Laying *laying, const Pile *pile, const Shares *before, int64_t steps, Shares *found) {
    const Problem *p = laying->problem;
    Sharing s = {.laying = laying, .p = p, .pile = pile, .before = before, .found = found, .steps = steps};
    Place start;
    int bound_worth = 0;
    s.takes_in_jokers = !pile->strict && !pile->joker_worth && p->numbers_count >= 2 * SHORTEST - 1;
    memset(&start, 0, sizeof start);
    memset(found, 0, sizeof *found);
    for (int cell = 0; cell < p->faces; cell++) {
        s.reals[cell] = (uint8_t)(pile->reals[cell] + (pile->strict ? 0 : pile->bound[cell]));
        s.wilds[cell] = pile->strict ? pile->bound[cell] : 0;
        s.needs.tiles[cell] = (uint8_t)(pile->reals[cell] + pile->bound[cell]);
        if (pile->bound[cell]) bound_worth += pile->bound[cell] * p->numbers[laying->number_of[cell]];
    }
    if (!pile->jokers && !p->mixed && !p->ace_high && !each_tile_fits(p, s.needs.tiles)) return 0;
    find_needs(laying, &s.needs, pile->jokers);
    for (int lane = 0; lane < p->lanes; lane++) start.needs[lane] = (uint8_t)need_of(p, s.needs.tables[lane], 0, 0);
    laying->dead.count = 0;
    index_clear(&laying->dead_index);
    start.jokers = (uint8_t)pile->jokers;
    start.missing_worth = (uint32_t)larger(pile->joker_worth - bound_worth, 0);
    int shared = is_hopeful(&s, &start) && descend(&s, 0, &start);
    laying->spent += steps - s.steps + p->cells;
    if (!shared) return 0;
    if (!pile->strict) tell_bound_from_real(&s);
    return 1;
}
