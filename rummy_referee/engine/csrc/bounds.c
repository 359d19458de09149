/* Lagrangian relaxation with subgradient steps: upper bounds on the value that a state can still reach.
 *
 * The gains of a node bound the value of its run colour alone (dynamic programming over its run steps), as if every group that
 * it wants were possible. Run colours are coupled by groups and by jokers. The coupling constraints get Lagrange multipliers:
 * a run colour earns the multiplier of a face for each tile that it gives to groups, and the groups of a number pay it for
 * each tile that they take (it may be negative); each joker has a multiplier too. In a valid play these amounts cancel. So for
 * any multipliers, the maxima of all run colours and of the groups of all numbers add up to an upper bound on the value of
 * every play. The jokers are divided between the run colours exactly (join_colour). Subgradient steps lower the bound: a face
 * that is given but not taken gets a lower multiplier.
 *
 * If only a limited number of tiles may leave the hand (the cap), that constraint is relaxed in the same way: each played tile
 * pays a penalty, and the penalty times the number of tiles that may still leave is added. Three fixed penalties are tried,
 * and the lowest bound holds: none; one so high that it shows what cannot be completed with few tiles; and the weight of the
 * worst of the best tiles within the cap.
 *
 * Example: black 8, 9 and 10 lie on the table; red 9 and blue 9 are in the hand, each worth a point. Red and blue alone would
 * each give their 9 to a group, black must keep its 9. The bound is 2, but there is no play. With the multipliers -1 for red 9
 * and blue 9, and 2 for black 9, red and blue gain nothing, and a group of the three gains 1 + 1 - 2 = 0: the bound is 0.
 */
#include <string.h>

#include "automaton.h"

enum { MAX_GROUP_TILES = 16, MAX_GROUPS = 6, PATIENCE = 4, MAX_ROUNDS = 60 };

struct Multipliers {
    int64_t face[MAX_FACES], joker;
    int64_t after[MAX_FACES + 1];                /* bound for the groups of all numbers from one on */
    uint8_t tiles[MAX_FACES], groups[MAX_FACES]; /* maxima over all scenarios: tiles of a face in groups, groups of a number */
    int64_t completing[]; /* by number, colour, tiles and maximum per colour: bound for the groups of a number from a colour on */
};

/* How much more of each face the run colours give than the groups take, and of the jokers they take than there are: a
 * subgradient. */
typedef struct {
    int32_t face[MAX_FACES], joker;
} Imbalance;

/* --- gains of nodes --------------------------------------------------------------------------------------------------- */

/* Sets the penalties of a cap. It must be called before there are nodes. */
void set_cap_penalties(Automaton *a) {
    const Problem *p = a->problem;
    int32_t highest = 1, left = p->cap;
    if (!a->capped || p->mixed) return;
    for (int face = 0; face < p->faces; face++) highest = max_int(highest, a->weights[face]);
    int32_t worst = highest; /* of the best tiles within the cap */
    while (left > 0 && worst > 0) {
        for (int face = 0; face < p->faces; face++)
            if (a->weights[face] == worst) left -= p->optional[face];
        if (left > 0) worst--;
    }
    a->penalties = MAX_PENALTIES;
    a->penalty[1] = 2 * highest;
    a->penalty[2] = worst;
}

static int64_t gain_of(const Automaton *a, const Split *split, int penalty) {
    return ((int64_t)split->gain - split->letter * a->penalty[penalty]) * SCALE;
}

/* Computes the gains of a node with one penalty: the maximum for its run colour by available units of jokers, or INFEASIBLE. */
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

static void update_gains(Automaton *a, size_t index) {
    if (!NODE(a, index).splits.count) return;
    for (int penalty = 0; penalty < a->penalties; penalty++) compute_gains(a, &NODE(a, index), GAINS(a, index, penalty), penalty);
}

/* Recomputes the gains of the nodes up to a cell after the letters allowed there have changed. The gains of mixed runs ignore
 * letters. */
void recompute_gains(Automaton *a, int last) {
    if (a->problem->mixed) return;
    for (size_t index = 0; index < a->nodes.count; index++)
        if (NODE(a, index).cell <= last) update_gains(a, index);
}

/* --- upper bounds ----------------------------------------------------------------------------------------------------- */

static int64_t *completing_at(const Automaton *a, int number, int colour, int tiles, int max_per_colour) {
    size_t row = ((size_t)number * (a->problem->colours + 1) + colour) * MAX_GROUP_TILES + tiles;
    return a->multipliers->completing + row * MAX_GROUPS + max_per_colour;
}

/* The maximum of two functions of the same units of jokers together: the best division of the units. */
static int64_t divide_units(const int64_t *before, const int64_t *gains, int units) {
    int64_t best = INFEASIBLE;
    for (int own = 0; own <= units; own++)
        if (best < before[units - own] + gains[own]) best = before[units - own] + gains[own];
    return best;
}

/* The same for every number of units (max-plus convolution). */
static void join_colour(const int64_t *before, const int64_t *gains, int units, int64_t *joined) {
    for (int free = 0; free <= units; free++) joined[free] = divide_units(before, gains, free);
}

/* The maximum of all run colours of a state together with the given units of jokers and penalty. */
static int64_t join_colours(const Automaton *a, const State *state, int units, int penalty) {
    int last = a->problem->run_colours - 1;
    int64_t joined[2][MAX_UNITS];
    const int64_t *before = GAINS(a, state->node[0], penalty);
    if (!last) return before[units];
    for (int run_colour = 1; run_colour < last; run_colour++) {
        join_colour(before, GAINS(a, state->node[run_colour], penalty), units, joined[run_colour & 1]);
        before = joined[run_colour & 1];
    }
    return divide_units(before, GAINS(a, state->node[last], penalty), units);
}

/* The bound for all run colours and the hand jokers with one penalty, including the constant term of the cap. */
static int64_t value_with_penalty(const Automaton *a, const State *state, int units, int penalty) {
    const Problem *p = a->problem;
    int scenario = scenario_of(state), jokers = p->hand_jokers[scenario] + p->played_jokers[scenario];
    int reduced_weight = a->joker_weight - a->penalty[penalty], may_leave = p->cap - used_of(state->common);
    int64_t refund = penalty ? (int64_t)a->penalty[penalty] * may_leave : 0;
    return (refund + (int64_t)max_int(reduced_weight, 0) * jokers) * SCALE + join_colours(a, state, units, penalty);
}

/* The penalty with the lowest bound. */
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

/* An upper bound on the value that a state before a cell can still reach. */
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
    int tiles = grouped_of(state->common), max_per_colour = max_per_colour_of(state->common);
    return bound + multipliers->after[number + 1] + *completing_at(a, number, cell % p->colours, tiles, max_per_colour);
}

/* The start state with the highest bound, and that bound. */
static int64_t find_highest_start(Automaton *a, State *highest) {
    State start;
    int64_t max_bound = INFEASIBLE;
    for (int scenario = 0; scenario < a->problem->scenarios; scenario++) {
        if (!start_if_memory(a, scenario, &start)) continue;
        int64_t bound = upper_bound(a, 0, &start);
        if (bound <= max_bound) continue;
        max_bound = bound;
        *highest = start;
    }
    return max_bound;
}

/* An upper bound on the value of every play. */
int64_t root_bound(Automaton *a) {
    State start;
    return find_highest_start(a, &start);
}

/* --- groups ----------------------------------------------------------------------------------------------------------- */

/* Bounds the groups of a number after its last colour: they pay for the fewest jokers that complete them. */
static void bound_complete_groups(Automaton *a, int number, int max_tiles) {
    const Problem *p = a->problem;
    for (int tiles = 0; tiles <= max_tiles; tiles++)
        for (int max_per_colour = 0; max_per_colour <= a->multipliers->groups[number]; max_per_colour++) {
            int64_t best = tiles ? INFEASIBLE : 0;
            for (int jokers = 0; tiles && jokers <= a->jokers && best == INFEASIBLE; jokers++)
                if (min_groups(tiles, tiles, max_per_colour, jokers, p->colours) >= 0) best = -a->multipliers->joker * jokers;
            *completing_at(a, number, p->colours, tiles, max_per_colour) = best;
        }
}

/* The best number of tiles of a colour for groups to take. */
static int64_t bound_taking(const Automaton *a, int number, int colour, int tiles, int max_per_colour) {
    const Multipliers *multipliers = a->multipliers;
    int face = number * a->problem->colours + colour;
    int64_t best = INFEASIBLE;
    for (int take = 0; take <= multipliers->tiles[face] && tiles + take < MAX_GROUP_TILES; take++) {
        int64_t rest = *completing_at(a, number, colour + 1, tiles + take, max_int(max_per_colour, take));
        if (rest != INFEASIBLE && best < rest - multipliers->face[face] * take) best = rest - multipliers->face[face] * take;
    }
    return best;
}

/* Bounds the groups of every number, from its last colour to its first, for every number of tiles taken before. */
static void bound_groups(Automaton *a) {
    const Problem *p = a->problem;
    Multipliers *multipliers = a->multipliers;
    multipliers->after[p->numbers_count] = 0;
    for (int number = p->numbers_count - 1; number >= 0; number--) {
        int max_tiles = 0; /* of the colours before one */
        for (int colour = 0; colour < p->colours; colour++) max_tiles += multipliers->tiles[number * p->colours + colour];
        max_tiles = min_int(max_tiles, MAX_GROUP_TILES - 1);
        bound_complete_groups(a, number, max_tiles);
        for (int colour = p->colours - 1; colour >= 0; colour--) {
            max_tiles = max_int(max_tiles - multipliers->tiles[number * p->colours + colour], 0);
            for (int tiles = 0; tiles <= max_tiles; tiles++)
                for (int max_per_colour = 0; max_per_colour <= multipliers->groups[number]; max_per_colour++)
                    *completing_at(a, number, colour, tiles, max_per_colour) = bound_taking(a, number, colour, tiles,
                                                                                            max_per_colour);
        }
        multipliers->after[number] = multipliers->after[number + 1] + *completing_at(a, number, 0, 0, 0);
    }
}

/* --- subgradient ------------------------------------------------------------------------------------------------------ */

/* Recomputes all bounds after the multipliers have changed. */
static void apply_multipliers(Automaton *a) {
    a->steps += a->splits.count;
    for (size_t index = 0; index < a->nodes.count; index++) update_gains(a, index);
    bound_groups(a);
}

static void multipliers_open(Automaton *a) {
    const Problem *p = a->problem;
    size_t cells = (size_t)p->numbers_count * (p->colours + 1) * MAX_GROUP_TILES * MAX_GROUPS;
    a->multipliers = allocate_zeroed(1, sizeof(Multipliers) + cells * sizeof(int64_t));
    for (int scenario = 0; scenario < p->scenarios; scenario++)
        for (int face = 0; face < p->faces; face++) {
            int number = face / p->colours, groups = a->max_groups[scenario * p->numbers_count + number];
            int tiles = min_int(tiles_in(p, scenario, face), groups);
            a->multipliers->groups[number] = (uint8_t)max_int(a->multipliers->groups[number], groups);
            a->multipliers->tiles[face] = (uint8_t)max_int(a->multipliers->tiles[face], tiles);
        }
    apply_multipliers(a);
}

/* The first run step that attains the gain of a node with `free` units; *free becomes the units left after it. */
static const RunStep *best_run_step(const Automaton *a, uint32_t index, int *free, int penalty, Imbalance *imbalance) {
    const Node *node = &NODE(a, index);
    int64_t target = GAINS(a, index, penalty)[*free], multiplier = a->multipliers->face[node->cell];
    const Split *split = (Split *)a->splits.items + node->splits.first, *end = split + node->splits.count;
    for (; split < end; split++) {
        int64_t gain = gain_of(a, split, penalty) + multiplier * split->grouped;
        for (int at = 0; at < split->run_steps.count; at++) {
            const RunStep *run_step = (RunStep *)a->run_steps.items + split->run_steps.first + at;
            int left = *free - split->units - UNITS * run_step->jokers;
            int64_t rest = left < 0 ? INFEASIBLE : GAINS(a, run_step->target, penalty)[left];
            if (rest == INFEASIBLE || gain - a->multipliers->joker * run_step->jokers + rest != target) continue;
            imbalance->face[node->cell] += split->grouped;
            imbalance->joker += run_step->jokers;
            *free = left;
            return run_step;
        }
    }
    return NULL; /* unreachable: some run step attains the gain */
}

/* Adds the tiles and jokers of an optimal path of one run colour to the imbalance. */
static void trace_colour(const Automaton *a, uint32_t index, int free, int penalty, Imbalance *imbalance) {
    while (NODE(a, index).splits.count) index = (uint32_t)best_run_step(a, index, &free, penalty, imbalance)->target;
}

/* The same for all run colours with an optimal division of the jokers. */
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

/* Subtracts the tiles of optimal groups of a number from the imbalance. */
static void trace_groups(const Automaton *a, int number, Imbalance *imbalance) {
    const Problem *p = a->problem;
    int tiles = 0, max_per_colour = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        int face = number * p->colours + colour, take = 0;
        int64_t target = *completing_at(a, number, colour, tiles, max_per_colour);
        for (;; take++) {
            int64_t rest = *completing_at(a, number, colour + 1, tiles + take, max_int(max_per_colour, take));
            if (rest != INFEASIBLE && rest - a->multipliers->face[face] * take == target) break;
        }
        imbalance->face[face] -= take;
        tiles += take;
        max_per_colour = max_int(max_per_colour, take);
    }
    int jokers = 0;
    while (tiles && min_groups(tiles, tiles, max_per_colour, jokers, p->colours) < 0) jokers++;
    imbalance->joker += jokers;
}

static void find_imbalance(const Automaton *a, const State *start, Imbalance *imbalance) {
    memset(imbalance, 0, sizeof *imbalance);
    trace_colours(a, start, imbalance);
    for (int number = 0; number < a->problem->numbers_count; number++) trace_groups(a, number, imbalance);
    imbalance->joker -= jokers_left(start);
}

/* Takes a subgradient step, whose size is proportional to the gap; returns 0 if it would be smaller than the resolution. */
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

/* Lowers the bound by subgradient steps until it is less than a point above the target, and keeps the best multipliers found.
 * The step size is halved after PATIENCE rounds without progress. */
void improve_multipliers(Automaton *a, int64_t target) {
    Imbalance imbalance;
    State start;
    if (!a->multipliers) multipliers_open(a);
    Multipliers best = *a->multipliers;
    int64_t lowest = INT64_MAX;
    int halvings = 0, patience = PATIENCE;
    for (int round = 0; round <= MAX_ROUNDS && lowest >= target + SCALE; round++) {
        int64_t bound = find_highest_start(a, &start);
        if (bound == INFEASIBLE) break;
        if (bound < lowest) {
            lowest = bound;
            best = *a->multipliers;
            patience = PATIENCE;
        } else if (!--patience) {
            halvings++;
            patience = PATIENCE;
        }
        find_imbalance(a, &start, &imbalance);
        if (!adjust(a, &imbalance, bound - target, halvings)) break;
        apply_multipliers(a);
    }
    *a->multipliers = best;
    apply_multipliers(a);
}
