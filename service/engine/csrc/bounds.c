/* How much a state may still come to.
 *
 * Each lane looks ahead on its own, and each number deals its groups on its own. What couples them are the tiles: a tile that a
 * lane gives to groups is one that a group must take; and the jokers, which are there only once. So every face has a
 * price: a lane is paid for each tile it gives to groups, and groups pay for each tile they take (a price below zero turns that
 * round). Jokers have a price too, and the lanes share them: what one takes, also for groups that lack tiles, no other has.
 * Whatever the prices are, payments cancel out in every real play, so the best each side can do for itself adds up to no less
 * than the best play: it is a bound. Good prices make it a close one; they are found by raising what is asked for more than it
 * is given, step by step (a subgradient method for the Lagrangian dual).
 *
 * Where only so many tiles may leave the hand, the lanes compete for these as well. Each tile pays a toll then, which is given back for
 * all that may still leave. A high toll shows what cannot be ended with so few, one as high as the worst of the best tiles is worth
 * what these can come to; so several are tried, and the lowest bound holds.
 *
 * For a group of nines that three lanes would like to be rid of, but no fourth: the price of nines falls below zero until
 * the lanes keep them, or the bound shows that it must be so.
 */
#include <string.h>

#include "automaton.h"

enum { MOST_TILES = 16, MOST_GROUPS = 6, PATIENCE = 4, MOST_FACES = 64 };

struct Prices {
    int64_t face[MOST_FACES], joker;
    int64_t after[MOST_FACES + 1];              /* the groups of all numbers from one on */
    uint8_t tiles[MOST_FACES], groups[MOST_FACES]; /* the most there are in any case */
    int64_t completing[]; /* by number, colour, tiles and most tiles of one colour: groups that were begun */
};

/* To be said before there are any nodes. */
void charge_tolls(Automaton *a) {
    const Problem *p = a->problem;
    int32_t highest = 1, left = p->most;
    if (!a->capped || p->mixed) return;
    for (int face = 0; face < p->faces; face++)
        if (highest < a->weights[face]) highest = a->weights[face];
    int32_t worst = highest;
    while (left > 0 && worst > 0) { /* of the best tiles that may leave */
        int tiles = 0;
        for (int face = 0; face < p->faces; face++)
            if (a->weights[face] == worst) tiles += p->may[face];
        left -= tiles;
        if (left > 0) worst--;
    }
    a->tolls = MOST_TOLLS;
    a->toll[1] = 2 * highest;
    a->toll[2] = worst;
}

/* What the lanes and the groups would do for themselves, as far as they do not agree. */
typedef struct {
    int32_t face[MOST_FACES], joker;
} Imbalance;

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static int64_t gain_of(const Automaton *a, const Option *option, int toll) { return ((int64_t)option->gain - option->letter * a->toll[toll]) * SCALE; }

/* The most a node's lane can come to, by units of free jokers, if its tiles pay a toll. */
void look_ahead(const Automaton *a, const Node *node, int64_t *gains, int toll) {
    int64_t price = a->prices ? a->prices->face[node->cell] : 0, joker_price = a->prices ? a->prices->joker : 0;
    const Option *options = (Option *)a->options.items + node->options.first;
    for (int free = 0; free < a->stride; free++) gains[free] = DEAD;
    for (int option = 0; option < node->options.count; option++) {
        if (a->low && (options[option].letter < a->low[node->cell] || options[option].letter > a->high[node->cell])) continue;
        int64_t gain = gain_of(a, &options[option], toll) + price * options[option].grouped;
        const Move *move = (Move *)a->moves.items + options[option].moves.first, *end = move + options[option].moves.count;
        for (; move < end; move++) {
            const int64_t *ahead = GAINS(a, move->target, toll);
            int64_t before = gain - joker_price * move->jokers;
            int units = options[option].units + UNITS * move->jokers;
            for (int free = units; free <= UNITS * node->jokers; free++) {
                int64_t total = before + ahead[free - units];
                if (ahead[free - units] != DEAD && gains[free] < total) gains[free] = total;
            }
        }
    }
}

static void look_ahead_from(Automaton *a, size_t place) {
    if (!NODE(a, place).options.count) return;
    for (int toll = 0; toll < a->tolls; toll++) look_ahead(a, &NODE(a, place), GAINS(a, place, toll), toll);
}

/* Looks ahead anew where the letters up to a cell are bound. In a mixed lane it is not known which letters go where. */
void look_again(Automaton *a, int last) {
    if (a->problem->mixed) return;
    for (size_t place = 0; place < a->nodes.count; place++)
        if (NODE(a, place).cell <= last) look_ahead_from(a, place);
}

static int64_t *completing_at(const Automaton *a, int number, int colour, int tiles, int most) {
    return a->prices->completing + (((size_t)number * (a->problem->colours + 1) + colour) * MOST_TILES + tiles) * MOST_GROUPS + most;
}

/* The most that the first lanes can come to together, by the units of jokers they share: a joker is there only once. */
static void join_lane(const int64_t *before, const int64_t *gains, int units, int64_t *joined) {
    for (int free = 0; free <= units; free++) {
        int64_t most = DEAD;
        for (int own = 0; own <= free; own++)
            if (most < before[free - own] + gains[own]) most = before[free - own] + gains[own];
        joined[free] = most;
    }
}

/* The most that all lanes of a state can come to with so many units of jokers, if tiles pay a toll. */
static int64_t join_lanes(const Automaton *a, const State *state, int units, int toll) {
    int last = a->problem->lanes - 1;
    int64_t joined[2][MOST_UNITS], most = DEAD;
    const int64_t *before = GAINS(a, state->node[0], toll), *gains = GAINS(a, state->node[last], toll);
    if (!last) return before[units];
    for (int lane = 1; lane < last; lane++) {
        join_lane(before, GAINS(a, state->node[lane], toll), units, joined[lane & 1]);
        before = joined[lane & 1];
    }
    for (int own = 0; own <= units; own++)
        if (most < before[units - own] + gains[own]) most = before[units - own] + gains[own];
    return most;
}

/* The most that lanes and jokers of the hand can come to, where each pays a toll, with what is given back of that. */
static int64_t worth_with_toll(const Automaton *a, const State *state, int units, int toll) {
    const Problem *p = a->problem;
    int case_index = case_of(state), jokers = p->hand_jokers[case_index] + p->played_jokers[case_index];
    int paid = a->joker_weight - a->toll[toll], may_leave = p->most - (int)(state->common >> USED_SHIFT & 255);
    int64_t given_back = toll ? (int64_t)a->toll[toll] * may_leave : 0;
    return (given_back + (paid > 0 ? (int64_t)paid * jokers : 0)) * SCALE + join_lanes(a, state, units, toll);
}

/* The toll with which the bound is lowest. */
static int lowest_toll(const Automaton *a, const State *state, int units, int64_t *lowest) {
    int best = 0;
    *lowest = worth_with_toll(a, state, units, 0);
    for (int toll = 1; toll < a->tolls; toll++) {
        int64_t worth = worth_with_toll(a, state, units, toll);
        if (worth < *lowest) {
            *lowest = worth;
            best = toll;
        }
    }
    return best;
}

/* The most a state may come to from a cell on. */
int64_t bound_of(const Automaton *a, int cell, const State *state) {
    const Problem *p = a->problem;
    const Prices *prices = a->prices;
    int left = left_of(state);
    int units = UNITS * left - (cell < p->faces ? owed_by_groups(a, state, cell / p->colours) : 0);
    int64_t bound;
    if (units < 0) return DEAD;
    lowest_toll(a, state, units, &bound);
    if (!prices) return bound;
    bound += prices->joker * left;
    if (cell >= p->faces) return bound;
    int number = cell / p->colours;
    if (cell % p->colours == 0) return bound + prices->after[number];
    int tiles = state->common >> GROUPED_SHIFT & 31, most = state->common >> MOST_SHIFT & 15;
    return bound + prices->after[number + 1] + *completing_at(a, number, cell % p->colours, tiles, most);
}

static void close_groups(Automaton *a, int number, int most_tiles) {
    const Problem *p = a->problem;
    for (int tiles = 0; tiles <= most_tiles; tiles++)
        for (int most = 0; most <= a->prices->groups[number]; most++) {
            int64_t best = tiles ? DEAD : 0;
            for (int jokers = 0; tiles && jokers <= a->jokers && best == DEAD; jokers++)
                if (groups_fit(tiles, tiles, most, jokers, p->colours)) best = -a->prices->joker * jokers;
            *completing_at(a, number, p->colours, tiles, most) = best;
        }
}

static void price_groups(Automaton *a) {
    const Problem *p = a->problem;
    Prices *prices = a->prices;
    prices->after[p->numbers_count] = 0;
    for (int number = p->numbers_count - 1; number >= 0; number--) {
        int most_tiles = 0; /* in groups, of the colours up to one */
        for (int colour = 0; colour < p->colours; colour++) most_tiles += prices->tiles[number * p->colours + colour];
        most_tiles = smaller(most_tiles, MOST_TILES - 1);
        close_groups(a, number, most_tiles);
        for (int colour = p->colours - 1; colour >= 0; colour--) {
            int face = number * p->colours + colour;
            most_tiles = larger(most_tiles - prices->tiles[face], 0);
            for (int tiles = 0; tiles <= most_tiles; tiles++)
                for (int most = 0; most <= prices->groups[number]; most++) {
                    int64_t best = DEAD;
                    for (int take = 0; take <= prices->tiles[face] && tiles + take < MOST_TILES; take++) {
                        int64_t rest = *completing_at(a, number, colour + 1, tiles + take, larger(most, take));
                        if (rest != DEAD && best < rest - prices->face[face] * take) best = rest - prices->face[face] * take;
                    }
                    *completing_at(a, number, colour, tiles, most) = best;
                }
        }
        prices->after[number] = prices->after[number + 1] + *completing_at(a, number, 0, 0, 0);
    }
}

static void reprice(Automaton *a) {
    a->steps += a->options.count;
    for (size_t place = 0; place < a->nodes.count; place++) look_ahead_from(a, place);
    price_groups(a);
}

static void prices_open(Automaton *a) {
    const Problem *p = a->problem;
    size_t cells = (size_t)p->numbers_count * (p->colours + 1) * MOST_TILES * MOST_GROUPS;
    a->prices = allot(1, sizeof(Prices) + cells * sizeof(int64_t));
    for (int case_index = 0; case_index < p->cases; case_index++)
        for (int face = 0; face < p->faces; face++) {
            size_t at = (size_t)case_index * p->faces + face;
            int number = face / p->colours, groups = a->most_groups[case_index * p->numbers_count + number];
            int tiles = p->must[at] + p->may[at] + p->bound[at];
            a->prices->groups[number] = (uint8_t)larger(a->prices->groups[number], groups);
            a->prices->tiles[face] = (uint8_t)larger(a->prices->tiles[face], tiles < groups ? tiles : groups);
        }
    reprice(a);
}

/* What a lane does for itself. */
static void follow_lane(const Automaton *a, uint32_t place, int free, int toll, Imbalance *imbalance) {
    while (NODE(a, place).options.count) {
        const Node *node = &NODE(a, place);
        int64_t aim = GAINS(a, place, toll)[free], price = a->prices->face[node->cell];
        const Move *taken = NULL;
        int left = free;
        for (int at = 0; at < node->options.count && !taken; at++) {
            const Option *option = (Option *)a->options.items + node->options.first + at;
            int64_t gain = gain_of(a, option, toll) + price * option->grouped;
            for (int move = 0; move < option->moves.count && !taken; move++) {
                const Move *tried = (Move *)a->moves.items + option->moves.first + move;
                int rest = free - option->units - UNITS * tried->jokers;
                if (rest < 0 || GAINS(a, tried->target, toll)[rest] == DEAD) continue;
                if (gain - a->prices->joker * tried->jokers + GAINS(a, tried->target, toll)[rest] != aim) continue;
                taken = tried;
                left = rest;
                imbalance->face[node->cell] += option->grouped;
            }
        }
        imbalance->joker += taken->jokers;
        free = left;
        place = (uint32_t)taken->target;
    }
}

/* What the lanes do with the jokers they share. */
static void follow_lanes(const Automaton *a, const State *start, Imbalance *imbalance) {
    int64_t joined[MOST_LANES][MOST_UNITS];
    int free = UNITS * left_of(start), lanes = a->problem->lanes;
    int64_t lowest;
    int toll = lowest_toll(a, start, free, &lowest);
    memcpy(joined[0], GAINS(a, start->node[0], toll), sizeof(int64_t) * (size_t)(free + 1));
    for (int lane = 1; lane < lanes; lane++) join_lane(joined[lane - 1], GAINS(a, start->node[lane], toll), free, joined[lane]);
    for (int lane = lanes - 1; lane > 0; lane--) {
        const int64_t *gains = GAINS(a, start->node[lane], toll);
        int own = 0;
        while (joined[lane - 1][free - own] + gains[own] != joined[lane][free]) own++;
        follow_lane(a, start->node[lane], own, toll, imbalance);
        free -= own;
    }
    follow_lane(a, start->node[0], free, toll, imbalance);
}

/* What the groups of a number do for themselves. */
static void follow_groups(const Automaton *a, int number, Imbalance *imbalance) {
    const Problem *p = a->problem;
    int tiles = 0, most = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        int face = number * p->colours + colour, take = 0;
        int64_t aim = *completing_at(a, number, colour, tiles, most);
        while (*completing_at(a, number, colour + 1, tiles + take, larger(most, take)) == DEAD ||
               *completing_at(a, number, colour + 1, tiles + take, larger(most, take)) - a->prices->face[face] * take != aim)
            take++;
        imbalance->face[face] -= take;
        tiles += take;
        most = larger(most, take);
    }
    for (int jokers = 0; tiles; jokers++)
        if (groups_fit(tiles, tiles, most, jokers, p->colours)) {
            imbalance->joker += jokers;
            break;
        }
}

/* The start that may come to most, and how much that is. */
static int64_t find_highest(Automaton *a, State *highest) {
    State start;
    int64_t most = DEAD;
    for (int case_index = 0; case_index < a->problem->cases; case_index++) {
        if (!start_if_room(a, case_index, &start)) continue;
        int64_t bound = bound_of(a, 0, &start);
        if (bound <= most) continue;
        most = bound;
        *highest = start;
    }
    return most;
}

/* The most any case may come to. */
int64_t most_to_come(Automaton *a) {
    State start;
    return find_highest(a, &start);
}

static void find_imbalance(const Automaton *a, const State *start, Imbalance *imbalance) {
    memset(imbalance, 0, sizeof *imbalance);
    follow_lanes(a, start, imbalance);
    for (int number = 0; number < a->problem->numbers_count; number++) follow_groups(a, number, imbalance);
    imbalance->joker -= left_of(start);
}

/* Step against what is out of balance, the further the larger the gap still is. */
static int adjust(Automaton *a, const Imbalance *imbalance, int64_t gap, int halvings) {
    Prices *prices = a->prices;
    int64_t size = 0;
    int joker = prices->joker || imbalance->joker > 0 ? imbalance->joker : 0;
    for (int face = 0; face < a->problem->faces; face++) size += (int64_t)imbalance->face[face] * imbalance->face[face];
    size += (int64_t)joker * joker;
    int64_t step = size ? (gap / size) >> halvings : 0;
    if (!step) return 0;
    for (int face = 0; face < a->problem->faces; face++) prices->face[face] -= step * imbalance->face[face];
    prices->joker += step * joker;
    if (prices->joker < 0) prices->joker = 0;
    return 1;
}

/* Look for prices with which the most to come is not a whole point above a target, and keep the best that were found. */
void improve_prices(Automaton *a, int64_t target, int rounds) {
    Imbalance imbalance;
    State start;
    Prices best;
    if (!a->prices) prices_open(a);
    int64_t lowest = INT64_MAX;
    int halvings = 0, patience = PATIENCE;
    for (int round = 0; round <= rounds && lowest >= target + SCALE; round++) {
        int64_t most = find_highest(a, &start);
        if (most == DEAD) break;
        if (most < lowest) {
            lowest = most;
            memcpy(&best, a->prices, sizeof best);
            patience = PATIENCE;
        } else if (!--patience) {
            halvings++;
            patience = PATIENCE;
        }
        find_imbalance(a, &start, &imbalance);
        if (!adjust(a, &imbalance, most - target, halvings)) break;
        reprice(a);
    }
    memcpy(a->prices, &best, sizeof best);
    reprice(a);
}
