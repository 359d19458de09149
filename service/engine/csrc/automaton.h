/* A problem, its nodes and states, and how states compare. What these are is told in the Python files of ../../plays (lanes, automaton). */
#ifndef AUTOMATON_H
#define AUTOMATON_H

#include "arena.h"

enum {
    MAX_RUN_COLOURS = 4,
    MAX_COLOURS = 4,
    MAX_CELLS = 64,
    MAX_JOKERS = 16,
    UNITS = 2, /* of a joker: what groups lack is shared out between their tiles */
    MAX_UNITS = UNITS * MAX_JOKERS,
    MIN_MELD = 3,
    COUNT_BITS = 4,
    COUNT_MASK = 15,
    LONG_SHIFT = 2 * COUNT_BITS,
    BARE_SHIFT = 3 * COUNT_BITS,
    HIGH_ACE_REALS = 6 * COUNT_BITS,
    HIGH_ACE_WILDS = 7 * COUNT_BITS,
    RUNS_MASK = (1 << 6 * COUNT_BITS) - 1,
    RANK_BITS = 6,
    FILTER_BITS = 16,
    COMPARISONS_PER_STEP = 8,
    LETTERS = 4,
    SPLIT_BITS = 4,
    MAX_PENALTIES = 3
};

/* Fields of a state's common word. */
enum {
    USED_SHIFT = 16,
    LEFT_SHIFT = 24,
    RUN_SHIFT = 28,
    WILDS_SHIFT = 29,
    REALS_SHIFT = 33,
    GROUP_REALS_SHIFT = 37,
    MAX_PER_COLOUR_SHIFT = 42,
    GROUPED_SHIFT = 46,
    SCENARIO_SHIFT = 51,
    CLASS_SHIFT = WILDS_SHIFT,
    QUALITY_MASK = (1 << CLASS_SHIFT) - 1
};

/* Worth is counted in such parts of a point, since prices are fractions. */
enum { SCALE = 1 << 10 };
/* What is worth so little cannot be. */
#define INFEASIBLE (INT64_MIN / 4)

typedef struct {
    uint64_t common;
    uint32_t node[MAX_RUN_COLOURS]; /* lanes that do not exist stay 0 */
} State;

typedef struct {
    int32_t target;
    uint8_t jokers;
    uint8_t need;       /* of the target, in units, to spare a look at it */
    uint8_t starts_run; /* whether a run begins */
} RunStep;

typedef struct {
    int32_t first, count;
} Span;

/* A way to share out the tiles of a number: what the hand tiles in it are worth, how many tiles go into groups, and what
 * these take of jokers at least, in units. */
typedef struct {
    Span run_steps;
    int32_t gain;
    int16_t letter;
    uint8_t grouped, units;
} Split;

typedef struct {
    uint32_t profile, rank;
    uint16_t filter; /* bits that it has if a node has them that it outdoes */
    int32_t class;   /* all with the same have the same to come */
    int32_t buckets; /* the first of its spans of moves, one for each number of real and wild tiles */
    int16_t low_reals, reals, low_wilds, wilds;
    int32_t need;         /* in units */
    int16_t cell, jokers; /* the cell at which its lane goes on, and the jokers of its case */
    Span splits;
} Node;

typedef struct {
    State state;
    int32_t letter;
    uint32_t split_code;
} Step;

typedef struct LanguageSearch LanguageSearch;

typedef struct {
    int numbers_count, colours, run_colours, faces, cells, scenarios;
    int runs, groups, mixed, ace_high, track_bare, cap, minimum, jokers_have_value, defer_jokers;
    const int32_t *numbers;
    const uint8_t *required, *optional, *bound, *played, *roles; /* by case and face; roles: what jokers are bound to */
    const int32_t *free_jokers, *hand_jokers, *played_jokers, *bound_value;
    const LanguageSearch *superset; /* those that have all words that any case has, or NULL */
} Problem;

/* Some cases of a problem as a problem of their own. */
static inline Problem select_scenarios(const Problem *p, int first, int count) {
    Problem some = *p;
    size_t row = (size_t)first * p->faces;
    some.scenarios = count;
    some.free_jokers += first;
    some.hand_jokers += first;
    some.played_jokers += first;
    some.bound_value += first;
    some.required += row;
    some.optional += row;
    some.bound += row;
    some.played += row;
    some.roles += row;
    return some;
}

typedef struct Multipliers Multipliers;

typedef struct {
    const Problem *problem;
    const int32_t *weights;
    int joker_weight;
    int layers, jokers, stride, count_value, capped; /* stride: gains of a node, by units of jokers */
    int penalties;                                   /* so many are tried */
    int32_t penalty[MAX_PENALTIES]; /* what each tile of the hand pays, where only so many may leave it; the first is nothing */
    int64_t steps;
    uint8_t *max_groups;           /* by case and number */
    uint8_t *units, *second_units; /* the same: what each tile in groups takes of jokers, and the second of a face */
    uint8_t *groupable_after;      /* by case and face: tiles of later colours that can join groups */
    uint8_t *has_run;              /* by case: whether some tile must lie in a run, whatever is played */
    uint8_t *is_started;           /* by case: whether its nodes are made */
    int is_incomplete;             /* not all cases were begun: there was no room for their nodes */
    int32_t *classes;              /* by case, lane and layer: equal where all that is to come is equal */
    Vector class_scenarios;        /* of each class, a case that has it */
    Vector nodes, gains, buckets, run_steps, splits, out, ranked;
    Index node_index;
    Vector scratch_run_steps[64], scratch_spans[64];
    Multipliers *multipliers;
    const uint8_t *low, *high; /* the letters a cell may have, where that is bound */
} Automaton;

/* All of a state's common word but what belongs to a number in the making. */
static const uint64_t BETWEEN_LAYERS_MASK = ~(((uint64_t)1 << SCENARIO_SHIFT) - ((uint64_t)1 << WILDS_SHIFT));

/* A state's common word with more worth, as far as that is counted. */
static inline uint64_t add_value(const Problem *p, uint64_t common, int value) {
    int before = (int)(common & 0xFFFF), after = before + value;
    return common - (uint64_t)before + (uint64_t)(after > p->minimum ? p->minimum : after);
}

/* cases.c */
void scenarios_open(Automaton *a);
static inline int jokers_of(const Problem *p, int scenario) { return p->free_jokers[scenario] + p->hand_jokers[scenario]; }
static inline int tiles_in(const Problem *p, int scenario, int face) {
    size_t at = (size_t)scenario * p->faces + face;
    return p->required[at] + p->optional[at] + p->bound[at];
}
static inline int colours_per_run(const Problem *p) { return p->mixed ? p->colours : 1; }
static inline int32_t *class_at(Automaton *a, int scenario, int run_colour, int layer) {
    return a->classes + ((size_t)scenario * a->problem->run_colours + run_colour) * (a->layers + 1) + layer;
}

/* lanes.c */
uint32_t dominating_profile(const Automaton *a, int scenario, int run_colour, int layer, uint32_t profile);
int32_t find_node(Automaton *a, int scenario, int run_colour, int layer, uint32_t profile);

/* automaton.c */
void automaton_open(Automaton *a, const Problem *problem, const int32_t *weights, int joker_weight, int count_value);
void automaton_open_for_words(Automaton *a, const Problem *problem);
void automaton_close(Automaton *a);
int start_state(Automaton *a, int scenario, State *state);
int start_if_memory(Automaton *a, int scenario, State *state);
void expand(Automaton *a, int cell, const State *state);
int min_hand_jokers(const Automaton *a, const State *state);
int max_hand_jokers(const Automaton *a, const State *state);
uint32_t hash_state(const State *state);
int groups_fit(int tiles, int reals, int most, int jokers, int colours);
static inline int same_state(const State *one, const State *other) {
    return one->common == other->common && one->node[0] == other->node[0] && one->node[1] == other->node[1] &&
           one->node[2] == other->node[2] && one->node[3] == other->node[3];
}
static inline int compare_nodes(const State *one, const State *other) {
    for (int run_colour = 0; run_colour < MAX_RUN_COLOURS; run_colour++)
        if (one->node[run_colour] != other->node[run_colour]) return one->node[run_colour] < other->node[run_colour] ? -1 : 1;
    return 0;
}
static inline int scenario_of(const State *state) { return (int)(state->common >> SCENARIO_SHIFT); }
static inline int jokers_left(const State *state) { return (int)(state->common >> LEFT_SHIFT & 15); }

/* Whether a state after the last layer is an end: an opening is worth enough, and jokers that are left can join a run. */
static inline int is_end(const Automaton *a, const State *state) {
    if (a->count_value && (int)(state->common & 0xFFFF) < a->problem->minimum) return 0;
    return !jokers_left(state) || state->common >> RUN_SHIFT & 1;
}

/* What a state can do, ready to be compared: ranks of all lanes side by side, and what must simply be the same. */
typedef struct {
    uint64_t ranks[2];
    uint64_t same[2];
    uint32_t quality;
} DominanceKey;

typedef struct {
    State state;
    DominanceKey dominance;
} RankedState;

void dominance_key(const Automaton *a, const State *state, DominanceKey *dominance);

#define RANK_GUARDS (1u << 5 | 1u << 11 | 1u << 17 | 1u << 23 | 1u << 29)
#define GUARDS ((uint64_t)RANK_GUARDS << 32 | RANK_GUARDS)

/* Whether all that can be done from one state can be done from another of its class, and is worth as much. A guard bit
 * survives the subtraction where the number below it is no lower than the other's. */
static inline int dominates(const DominanceKey *one, const DominanceKey *other) {
    if ((((one->ranks[0] | GUARDS) - other->ranks[0]) & GUARDS) != GUARDS) return 0;
    if ((((one->ranks[1] | GUARDS) - other->ranks[1]) & GUARDS) != GUARDS) return 0;
    if (one->same[0] != other->same[0] || one->same[1] != other->same[1]) return 0;
    uint32_t mine = one->quality, yours = other->quality;
    if ((mine & 0xFFFF) < (yours & 0xFFFF) || (mine >> USED_SHIFT & 255) > (yours >> USED_SHIFT & 255)) return 0;
    return mine >> RUN_SHIFT ? (mine >> LEFT_SHIFT & 15) >= (yours >> LEFT_SHIFT & 15) : mine >> LEFT_SHIFT == yours >> LEFT_SHIFT;
}

#define NODE(a, place) (((Node *)(a)->nodes.items)[place])
#define GAINS(a, place, penalty) (((int64_t *)(a)->gains.items) + ((size_t)(place) * (a)->penalties + (penalty)) * (a)->stride)

/* The fewest units of jokers without which some lane is dead. */
static inline int needed_units(const Automaton *a, const State *state) {
    int need = 0;
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++) need += NODE(a, state->node[run_colour]).need;
    return need;
}

/* The fewest whole jokers. */
static inline int needed_jokers(const Automaton *a, const State *state) { return (needed_units(a, state) + UNITS - 1) / UNITS; }

/* What the groups that were begun in a number take of jokers at least, in units. */
static inline int min_group_units(const Automaton *a, const State *state, int number) {
    int tiles = state->common >> GROUPED_SHIFT & 31;
    return tiles ? tiles * a->units[scenario_of(state) * a->problem->numbers_count + number] : 0;
}

static inline Span run_steps_for(const Automaton *a, const Node *node, int reals, int wilds) {
    reals -= node->low_reals;
    wilds -= node->low_wilds;
    if (reals < 0 || reals >= node->reals || wilds < 0 || wilds >= node->wilds) return (Span){0, 0};
    return ((Span *)a->buckets.items)[node->buckets + reals * node->wilds + wilds];
}

/* What a lane can do over a layer that puts so many tiles into runs; after the highest number these are the aces put off. */
static inline Span run_steps_over(const Automaton *a, const Node *node, int layer, int reals, int wilds) {
    if (layer == a->problem->numbers_count) return run_steps_for(a, node, node->low_reals, node->low_wilds);
    return run_steps_for(a, node, reals, wilds);
}

/* The most units of jokers for a lane that gives so many tiles to groups, if the other lanes take no more than they must. */
static inline int units_for(const Automaton *a, const State *state, int run_colour, int layer, int grouped, int needs_of_all) {
    int most = UNITS * jokers_left(state) - needs_of_all + NODE(a, state->node[run_colour]).need;
    if (layer == a->problem->numbers_count) return most;
    return most - grouped * a->units[scenario_of(state) * a->problem->numbers_count + layer];
}

/* prices.c */
void set_cap_penalties(Automaton *a);
void compute_gains(const Automaton *a, const Node *node, int64_t *gains, int penalty);
int64_t upper_bound(const Automaton *a, int cell, const State *state);
int64_t root_bound(Automaton *a);
void recompute_gains(Automaton *a, int last);
void improve_multipliers(Automaton *a, int64_t target, int rounds);

/* subsets.c */
void prune_states(Automaton *a, Vector *states);

#endif
