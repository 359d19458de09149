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

enum { MAX_TILES = 16, MAX_GROUPS = 6, PATIENCE = 4, MAX_FACES = 64 };

struct Multipliers {
    int64_t face[MAX_FACES], joker;
    int64_t after[MAX_FACES + 1];                /* the groups of all numbers from one on */
    uint8_t tiles[MAX_FACES], groups[MAX_FACES]; /* the most there are in any case */
    int64_t completing[];                        /* by number, colour, tiles and most tiles of one colour: groups that were begun */
};

/* To be said before there are any nodes. */
void set_cap_penalties(Automaton *a) {
    const Problem *p = a->problem;
    int32_t highest = 1, left = p->cap;
    if (!a->capped || p->mixed) return;
    for (int face = 0; face < p->faces; face++)
        if (highest < a->weights[face]) highest = a->weights[face];
    int32_t worst = highest;
    while (left > 0 && worst > 0) { /* of the best tiles that may leave */
        int tiles = 0;
        for (int face = 0; face < p->faces; face++)
            if (a->weights[face] == worst) tiles += p->optional[face];
        left -= tiles;
        if (left > 0) worst--;
    }
    a->penalties = MAX_PENALTIES;
    a->penalty[1] = 2 * highest;
    a->penalty[2] = worst;
}

/* What the lanes and the groups would do for themselves, as far as they do not agree. */
typedef struct {
    int32_t face[MAX_FACES], joker;
} Imbalance;

static int smaller(int one, int other) { return one < other ? one : other; }

static int larger(int one, int other) { return one > other ? one : other; }

static int64_t gain_of(const Automaton *a, const Split *split, int penalty) {
    return ((int64_t)split->gain - split->letter * a->penalty[penalty]) * SCALE;
}

/* The most a node's lane can come to, by units of free jokers, if its tiles pay a toll. */
void compute_gains(const Automaton *a, const Node *node, int64_t *gains, int penalty) {
    int64_t multiplier = a->multipliers ? a->multipliers->face[node->cell] : 0,
            joker_multiplier = a->multipliers ? a->multipliers->joker : 0;
    const Split *splits = (Split *)a->splits.items + node->splits.first;
    for (int free = 0; free < a->stride; free++) gains[free] = INFEASIBLE;
    for (int split = 0; split < node->splits.count; split++) {
        if (a->low && (splits[split].letter < a->low[node->cell] || splits[split].letter > a->high[node->cell])) continue;
        int64_t gain = gain_of(a, &splits[split], penalty) + multiplier * splits[split].grouped;
        const RunStep *run_step = (RunStep *)a->run_steps.items + splits[split].run_steps.first,
                      *end = run_step + splits[split].run_steps.count;
        for (; run_step < end; run_step++) {
            const int64_t *ahead = GAINS(a, run_step->target, penalty);
            int64_t before = gain - joker_multiplier * run_step->jokers;
            int units = splits[split].units + UNITS * run_step->jokers;
            for (int free = units; free <= UNITS * node->jokers; free++) {
                int64_t total = before + ahead[free - units];
                if (ahead[free - units] != INFEASIBLE && gains[free] < total) gains[free] = total;
            }
        }
    }
}

static void update_gains(Automaton *a, size_t place) {
    if (!NODE(a, place).splits.count) return;
    for (int penalty = 0; penalty < a->penalties; penalty++) compute_gains(a, &NODE(a, place), GAINS(a, place, penalty), penalty);
}

/* Looks ahead anew where the letters up to a cell are bound. In a mixed lane it is not known which letters go where. */
void recompute_gains(Automaton *a, int last) {
    if (a->problem->mixed) return;
    for (size_t place = 0; place < a->nodes.count; place++)
        if (NODE(a, place).cell <= last) update_gains(a, place);
}

static int64_t *completing_at(const Automaton *a, int number, int colour, int tiles, int most) {
    return a->multipliers->completing + (((size_t)number * (a->problem->colours + 1) + colour) * MAX_TILES + tiles) * MAX_GROUPS +
           most;
}

/* The most that the first lanes can come to together, by the units of jokers they share: a joker is there only once. */
static void join_colour(const int64_t *before, const int64_t *gains, int units, int64_t *joined) {
    for (int free = 0; free <= units; free++) {
        int64_t most = INFEASIBLE;
        for (int own = 0; own <= free; own++)
            if (most < before[free - own] + gains[own]) most = before[free - own] + gains[own];
        joined[free] = most;
    }
}

/* The most that all lanes of a state can come to with so many units of jokers, if tiles pay a toll. */
static int64_t join_colours(const Automaton *a, const State *state, int units, int penalty) {
    int last = a->problem->run_colours - 1;
    int64_t joined[2][MAX_UNITS], most = INFEASIBLE;
    const int64_t *before = GAINS(a, state->node[0], penalty), *gains = GAINS(a, state->node[last], penalty);
    if (!last) return before[units];
    for (int run_colour = 1; run_colour < last; run_colour++) {
        join_colour(before, GAINS(a, state->node[run_colour], penalty), units, joined[run_colour & 1]);
        before = joined[run_colour & 1];
    }
    for (int own = 0; own <= units; own++)
        if (most < before[units - own] + gains[own]) most = before[units - own] + gains[own];
    return most;
}

/* The most that lanes and jokers of the hand can come to, where each pays a toll, with what is given back of that. */
static int64_t value_with_penalty(const Automaton *a, const State *state, int units, int penalty) {
    const Problem *p = a->problem;
    int scenario = scenario_of(state), jokers = p->hand_jokers[scenario] + p->played_jokers[scenario];
    int paid = a->joker_weight - a->penalty[penalty], may_leave = p->cap - (int)(state->common >> USED_SHIFT & 255);
    int64_t refund = penalty ? (int64_t)a->penalty[penalty] * may_leave : 0;
    return (refund + (paid > 0 ? (int64_t)paid * jokers : 0)) * SCALE + join_colours(a, state, units, penalty);
}

/* The toll with which the bound is lowest. */
static int find_best_penalty(const Automaton *a, const State *state, int units, int64_t *lowest) {
    int best = 0;
    *lowest = value_with_penalty(a, state, units, 0);
    for (int penalty = 1; penalty < a->penalties; penalty++) {
        int64_t value = value_with_penalty(a, state, units, penalty);
        if (value < *lowest) {
            *lowest = value;
            best = penalty;
        }
    }
    return best;
}

/* The most a state may come to from a cell on. */
int64_t upper_bound(const Automaton *a, int cell, const State *state) {
    const Problem *p = a->problem;
    const Multipliers *multipliers = a->multipliers;
    int left = jokers_left(state);
    int units = UNITS * left - (cell < p->faces ? min_group_units(a, state, cell / p->colours) : 0);
    int64_t bound;
    if (units < 0) return INFEASIBLE;
    find_best_penalty(a, state, units, &bound);
    if (!multipliers) return bound;
    bound += multipliers->joker * left;
    if (cell >= p->faces) return bound;
    int number = cell / p->colours;
    if (cell % p->colours == 0) return bound + multipliers->after[number];
    int tiles = state->common >> GROUPED_SHIFT & 31, most = state->common >> MAX_PER_COLOUR_SHIFT & 15;
    return bound + multipliers->after[number + 1] + *completing_at(a, number, cell % p->colours, tiles, most);
}

static void close_groups(Automaton *a, int number, int most_tiles) {
    const Problem *p = a->problem;
    for (int tiles = 0; tiles <= most_tiles; tiles++)
        for (int most = 0; most <= a->multipliers->groups[number]; most++) {
            int64_t best = tiles ? INFEASIBLE : 0;
            for (int jokers = 0; tiles && jokers <= a->jokers && best == INFEASIBLE; jokers++)
                if (groups_fit(tiles, tiles, most, jokers, p->colours)) best = -a->multipliers->joker * jokers;
            *completing_at(a, number, p->colours, tiles, most) = best;
        }
}

static void bound_groups(Automaton *a) {
    const Problem *p = a->problem;
    Multipliers *multipliers = a->multipliers;
    multipliers->after[p->numbers_count] = 0;
    for (int number = p->numbers_count - 1; number >= 0; number--) {
        int most_tiles = 0; /* in groups, of the colours up to one */
        for (int colour = 0; colour < p->colours; colour++) most_tiles += multipliers->tiles[number * p->colours + colour];
        most_tiles = smaller(most_tiles, MAX_TILES - 1);
        close_groups(a, number, most_tiles);
        for (int colour = p->colours - 1; colour >= 0; colour--) {
            int face = number * p->colours + colour;
            most_tiles = larger(most_tiles - multipliers->tiles[face], 0);
            for (int tiles = 0; tiles <= most_tiles; tiles++)
                for (int most = 0; most <= multipliers->groups[number]; most++) {
                    int64_t best = INFEASIBLE;
                    for (int take = 0; take <= multipliers->tiles[face] && tiles + take < MAX_TILES; take++) {
                        int64_t rest = *completing_at(a, number, colour + 1, tiles + take, larger(most, take));
                        if (rest != INFEASIBLE && best < rest - multipliers->face[face] * take)
                            best = rest - multipliers->face[face] * take;
                    }
                    *completing_at(a, number, colour, tiles, most) = best;
                }
        }
        multipliers->after[number] = multipliers->after[number + 1] + *completing_at(a, number, 0, 0, 0);
    }
}

static void apply_multipliers(Automaton *a) {
    a->steps += a->splits.count;
    for (size_t place = 0; place < a->nodes.count; place++) update_gains(a, place);
    bound_groups(a);
}

static void multipliers_open(Automaton *a) {
    const Problem *p = a->problem;
    size_t cells = (size_t)p->numbers_count * (p->colours + 1) * MAX_TILES * MAX_GROUPS;
    a->multipliers = allocate_zeroed(1, sizeof(Multipliers) + cells * sizeof(int64_t));
    for (int scenario = 0; scenario < p->scenarios; scenario++)
        for (int face = 0; face < p->faces; face++) {
            size_t at = (size_t)scenario * p->faces + face;
            int number = face / p->colours, groups = a->max_groups[scenario * p->numbers_count + number];
            int tiles = p->required[at] + p->optional[at] + p->bound[at];
            a->multipliers->groups[number] = (uint8_t)larger(a->multipliers->groups[number], groups);
            a->multipliers->tiles[face] = (uint8_t)larger(a->multipliers->tiles[face], tiles < groups ? tiles : groups);
        }
    apply_multipliers(a);
}

/* What a lane does for itself. */
static void trace_colour(const Automaton *a, uint32_t place, int free, int penalty, Imbalance *imbalance) {
    while (NODE(a, place).splits.count) {
        const Node *node = &NODE(a, place);
        int64_t aim = GAINS(a, place, penalty)[free], multiplier = a->multipliers->face[node->cell];
        const RunStep *taken = NULL;
        int left = free;
        for (int at = 0; at < node->splits.count && !taken; at++) {
            const Split *split = (Split *)a->splits.items + node->splits.first + at;
            int64_t gain = gain_of(a, split, penalty) + multiplier * split->grouped;
            for (int run_step = 0; run_step < split->run_steps.count && !taken; run_step++) {
                const RunStep *tried = (RunStep *)a->run_steps.items + split->run_steps.first + run_step;
                int rest = free - split->units - UNITS * tried->jokers;
                if (rest < 0 || GAINS(a, tried->target, penalty)[rest] == INFEASIBLE) continue;
                if (gain - a->multipliers->joker * tried->jokers + GAINS(a, tried->target, penalty)[rest] != aim) continue;
                taken = tried;
                left = rest;
                imbalance->face[node->cell] += split->grouped;
            }
        }
        imbalance->joker += taken->jokers;
        free = left;
        place = (uint32_t)taken->target;
    }
}

/* What the lanes do with the jokers they share. */
static void trace_colours(const Automaton *a, const State *start, Imbalance *imbalance) {
    int64_t joined[MAX_RUN_COLOURS][MAX_UNITS];
    int free = UNITS * jokers_left(start), run_colours = a->problem->run_colours;
    int64_t lowest;
    int penalty = find_best_penalty(a, start, free, &lowest);
    memcpy(joined[0], GAINS(a, start->node[0], penalty), sizeof(int64_t) * (size_t)(free + 1));
    for (int run_colour = 1; run_colour < run_colours; run_colour++)
        join_colour(joined[run_colour - 1], GAINS(a, start->node[run_colour], penalty), free, joined[run_colour]);
    for (int run_colour = run_colours - 1; run_colour > 0; run_colour--) {
        const int64_t *gains = GAINS(a, start->node[run_colour], penalty);
        int own = 0;
        while (joined[run_colour - 1][free - own] + gains[own] != joined[run_colour][free]) own++;
        trace_colour(a, start->node[run_colour], own, penalty, imbalance);
        free -= own;
    }
    trace_colour(a, start->node[0], free, penalty, imbalance);
}

/* What the groups of a number do for themselves. */
static void trace_groups(const Automaton *a, int number, Imbalance *imbalance) {
    const Problem *p = a->problem;
    int tiles = 0, most = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        int face = number * p->colours + colour, take = 0;
        int64_t aim = *completing_at(a, number, colour, tiles, most);
        while (*completing_at(a, number, colour + 1, tiles + take, larger(most, take)) == INFEASIBLE ||
               *completing_at(a, number, colour + 1, tiles + take, larger(most, take)) - a->multipliers->face[face] * take != aim)
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
static int64_t find_highest_start(Automaton *a, State *highest) {
    State start;
    int64_t most = INFEASIBLE;
    for (int scenario = 0; scenario < a->problem->scenarios; scenario++) {
        if (!start_if_memory(a, scenario, &start)) continue;
        int64_t bound = upper_bound(a, 0, &start);
        if (bound <= most) continue;
        most = bound;
        *highest = start;
    }
    return most;
}

/* The most any case may come to. */
int64_t root_bound(Automaton *a) {
    State start;
    return find_highest_start(a, &start);
}

static void find_imbalance(const Automaton *a, const State *start, Imbalance *imbalance) {
    memset(imbalance, 0, sizeof *imbalance);
    trace_colours(a, start, imbalance);
    for (int number = 0; number < a->problem->numbers_count; number++) trace_groups(a, number, imbalance);
    imbalance->joker -= jokers_left(start);
}

/* Step against what is out of balance, the further the larger the gap still is. */
static int adjust(Automaton *a, const Imbalance *imbalance, int64_t gap, int halvings) {
    Multipliers *multipliers = a->multipliers;
    int64_t size = 0;
    int joker = multipliers->joker || imbalance->joker > 0 ? imbalance->joker : 0;
    for (int face = 0; face < a->problem->faces; face++) size += (int64_t)imbalance->face[face] * imbalance->face[face];
    size += (int64_t)joker * joker;
    int64_t step = size ? (gap / size) >> halvings : 0;
    if (!step) return 0;
    for (int face = 0; face < a->problem->faces; face++) multipliers->face[face] -= step * imbalance->face[face];
    multipliers->joker += step * joker;
    if (multipliers->joker < 0) multipliers->joker = 0;
    return 1;
}

/* Look for prices with which the most to come is not a whole point above a target, and keep the best that were found. */
void improve_multipliers(Automaton *a, int64_t target, int rounds) {
    Imbalance imbalance;
    State start;
    Multipliers best;
    if (!a->multipliers) multipliers_open(a);
    int64_t lowest = INT64_MAX;
    int halvings = 0, patience = PATIENCE;
    for (int round = 0; round <= rounds && lowest >= target + SCALE; round++) {
        int64_t most = find_highest_start(a, &start);
        if (most == INFEASIBLE) break;
        if (most < lowest) {
            lowest = most;
            memcpy(&best, a->multipliers, sizeof best);
            patience = PATIENCE;
        } else if (!--patience) {
            halvings++;
            patience = PATIENCE;
        }
        find_imbalance(a, &start, &imbalance);
        if (!adjust(a, &imbalance, most - target, halvings)) break;
        apply_multipliers(a);
    }
    memcpy(a->multipliers, &best, sizeof best);
    apply_multipliers(a);
}
