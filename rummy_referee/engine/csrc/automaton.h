/* The engine's header: its vocabulary, the packed state, and which file does what.
 *
 * The engine answers questions about plays in rummy games: which hand tiles can leave the hand so that every tile on the table
 * lies in a meld afterwards? It is a finite automaton that reads the tiles number by number and keeps, for each colour, the
 * runs that are still open. Groups never cross a number. This is the dynamic programme over values with per-suit run states of
 * J. N. van Rijn, F. W. Takes and J. K. Vis, "The Complexity of Rummikub Problems" (2015), extended by jokers, limits,
 * counting and enumeration. D. den Hertog and P. B. Hulshof, "Solving Rummikub Problems by Integer Linear Programming", The
 * Computer Journal 49 (2006), find the best play with an integer programme that has a variable for each possible meld.
 *
 * Vocabulary
 *   face        a colour and a number. Its index is number * colours + colour; numbers are counted from 0 in reading order.
 *   problem     the melds that a game allows, limits on a play, and one or more scenarios.
 *   scenario    how many tiles of each face must lie in melds (required), may be played from the hand into melds (optional), are
 *               jokers bound to that face (bound) or leave the hand anyway (played). A play needs one scenario that allows it.
 *   letter      how many tiles of one face leave the hand: 0 to 3.
 *   word        one letter for each face, then the number of jokers that leave the hand. A play is an accepted word that is not empty.
 *   language    a set of words.
 *   cell        one input position of the automaton. There is one for each face. If the ace may be high, one for each run colour
 *               follows, which reads the aces that were kept for the end.
 *   layer       the cells of one number. The cells of the high aces are one more layer.
 *   run colour  the colour of a run. If runs may be mixed, there is only run colour 0, which stands for all colours.
 *   real, wild  a tile that is not a joker; a joker bound to a face. If jokers cannot form a meld of their own (track_bare is 0),
 *               bound jokers count as real.
 *   bare run    an open run without a real tile. It needs one, since jokers alone are not a meld.
 *   profile     the open runs of one run colour: how many there are of each kind.
 *   node        a profile of one run colour before one layer, with its successors and its gains.
 *   run step    a successor of a node: the tiles of a layer that go into runs, and some free jokers, lead to another node.
 *   split       how the tiles of a face are divided between groups and runs.
 *   gain        an upper bound on the value of the hand tiles that a node can still play, by available jokers.
 *   unit        half a joker. A group of two colours needs a joker: each of its two tiles is charged one unit.
 *   step        a successor of a state over one cell (Step). Counters called `steps` count work: 20 to 45 ns each.
 *   transition  a successor of a state over a whole layer.
 *   dominates   one state dominates another if every word that leads from the other to an end also does so from it.
 *
 * State: 64 bits common to all run colours, and one node for each run colour
 *
 *   63        51 50     46 45      42 41       37 36   33 32   29  28  27   24 23    16 15       0
 *   +-----------+---------+----------+-----------+-------+-------+-----+-------+--------+----------+
 *   | scenario  | grouped |   max    |   group   | reals | wilds | run | left  |  used  |  value   |
 *   |           | tiles   |per colour|   reals   |       |       |     |       |        |          |
 *   +-----------+---------+----------+-----------+-------+-------+-----+-------+--------+----------+
 *        13          5         4           5         4       4      1      4        8         16
 *
 *   value           value of the tiles laid so far, up to the minimum of an opening; 0 unless it is counted
 *   used            tiles that left the hand so far; 0 unless there is a cap
 *   left            free jokers left
 *   run             1 if some run exists that can take the jokers left at the end (only if defer_jokers)
 *   wilds, reals    only within a layer of a problem with mixed runs: tiles that go into runs
 *   group reals, max per colour, grouped tiles
 *                   only within a layer: real tiles in groups, the largest number of tiles of one colour in groups, all tiles in
 *                   groups
 *
 * Profile: eight counts of 4 bits
 *
 *   31     28 27     24 23     20 19     16 15     12 11      8 7       4 3       0
 *   +---------+---------+---------+---------+---------+---------+---------+---------+
 *   | high ace| high ace|  bare   |  bare   |  bare   |  longs  |  twos   |  ones   |
 *   |  wilds  |  reals  |  longs  |  twos   |  ones   |         |         |         |
 *   +---------+---------+---------+---------+---------+---------+---------+---------+
 *
 *   ones, twos, longs   open runs of 1, of 2, and of 3 or more tiles. Only long runs may end.
 *   bare ...            the same for runs without a real tile
 *   high ace ...        aces kept for the layer after the highest number
 *
 * Example: red 3, 4, 5 and 5 are read, all into runs. The profile of red is 0x001 after the 3, 0x010 after the 4 and 0x101
 * after the two fives: the first continues the run, which is long now, the second starts a run. The new run is valid only if a
 * red 6 and a red 7 (or jokers) follow.
 *
 * Files
 *   engine.c           the functions that Python calls, and what is kept between them; build.c names the build
 *   arena.c            memory of one engine with a limit; vectors and hash indexes
 *   scenarios.c        tables computed once for each scenario; scenarios that share nodes
 *   open_runs.c        nodes: successors of a profile
 *   automaton.c        states: successors over one cell
 *   transitions.c      successors over a layer
 *   dominance.c        pruning of sets of states
 *   bounds.c           upper bounds: Lagrangian relaxation
 *   branch_and_bound.c one play with at least a given value; best.c the best play
 *   language.c         languages of states as bitsets, with suffix_bounds.c and dominance_cache.c; word_layout.c assigns bits to words,
 *                      prefix_partition.c finds all words of all scenarios, language_search.c starts and ends a search
 *   determinise.c      counting the words of large hands; language_queries.c counts and lists the words of languages
 *   reading_order.c    counting with the numbers in ascending or descending order
 *   successors.c       the next words in listing order
 *   reconstruct.c      tables for given words, with paths.c, suffixes.c, old_melds.c, table_parts.c, run_profiles.c and build_melds.c
 */
#ifndef AUTOMATON_H
#define AUTOMATON_H

#include "arena.h"

enum {
    MAX_RUN_COLOURS = 4,
    MAX_COLOURS = 4,
    MAX_CELLS = 64,
    MAX_FACES = 64,
    MAX_LAYERS = 64,
    MAX_JOKERS = 16,
    UNITS = 2, /* of one joker */
    MAX_UNITS = UNITS * MAX_JOKERS,
    MIN_MELD = 3, /* tiles */
    LETTERS = 4,
    MAX_PENALTIES = 3,
    COMPARISONS_PER_STEP = 8
};

/* A profile: counts of COUNT_BITS bits. No layer has more than COUNT_MASK tiles, jokers included (see engine.c). */
enum {
    COUNT_BITS = 4,
    COUNT_MASK = 15,
    LONG_SHIFT = 2 * COUNT_BITS,
    BARE_SHIFT = 3 * COUNT_BITS,
    HIGH_ACE_REALS = 6 * COUNT_BITS,
    HIGH_ACE_WILDS = 7 * COUNT_BITS,
    RUNS_MASK = (1 << 6 * COUNT_BITS) - 1,
    MAX_GROWN = 256 /* successors of a profile: no more than 6 * 6 * 6 (see grow_profile) */
};

/* The common field of a state. */
enum {
    VALUE_MASK = 0xFFFF,
    USED_SHIFT = 16,
    LEFT_SHIFT = 24,
    RUN_SHIFT = 28,
    WILDS_SHIFT = 29,
    REALS_SHIFT = 33,
    GROUP_REALS_SHIFT = 37,
    MAX_PER_COLOUR_SHIFT = 42,
    GROUPED_SHIFT = 46,
    SCENARIO_SHIFT = 51,
    CLASS_SHIFT = WILDS_SHIFT, /* from here on, the fields of two states must be equal for one to dominate the other */
    QUALITY_MASK = (1 << CLASS_SHIFT) - 1
};

/* The fields that remain when a layer is complete. */
static const uint64_t BETWEEN_LAYERS_MASK = ~(((uint64_t)1 << SCENARIO_SHIFT) - ((uint64_t)1 << WILDS_SHIFT));

enum { RANK_BITS = 6, FILTER_BITS = 16 };

/* Values are multiplied by SCALE, since Lagrange multipliers are fractions. */
enum { SCALE = 1 << 10 };
#define INFEASIBLE (INT64_MIN / 4)

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }

/* --- problem -------------------------------------------------------------------------------------------------------- */

typedef struct LanguageSearch LanguageSearch;

typedef struct {
    int numbers_count, colours, run_colours, faces, cells, scenarios;
    int runs, groups, mixed, ace_high; /* which melds are allowed */
    int track_bare;                    /* whether there are enough jokers for melds of jokers alone */
    int cap, minimum;                  /* tiles that may leave the hand, and the value of an opening; 0: no limit */
    int jokers_have_value;             /* whether jokers count towards the minimum */
    int defer_jokers;                  /* whether jokers may be left until the end: any run can take any number of them */
    const int32_t *values; /* what a tile of each number counts */
    const uint8_t *required, *optional, *bound, *played; /* by scenario and face */
    const uint8_t *roles;                                /* by scenario and face: bound jokers, even if they count as real */
    const int32_t *free_jokers, *hand_jokers, *played_jokers, *bound_value; /* by scenario; free: they must lie in melds */
    const LanguageSearch *superset; /* a language that contains the words of every scenario, or NULL */
} Problem;

/* The problem with only `count` of its scenarios. */
static inline Problem select_scenarios(const Problem *p, int first, int count) {
    Problem selected = *p;
    size_t row = (size_t)first * p->faces;
    selected.scenarios = count;
    selected.free_jokers += first;
    selected.hand_jokers += first;
    selected.played_jokers += first;
    selected.bound_value += first;
    selected.required += row;
    selected.optional += row;
    selected.bound += row;
    selected.played += row;
    selected.roles += row;
    return selected;
}

static inline int jokers_of(const Problem *p, int scenario) { return p->free_jokers[scenario] + p->hand_jokers[scenario]; }

/* The tiles of a face that may lie in melds. */
static inline int tiles_in(const Problem *p, int scenario, int face) {
    size_t at = (size_t)scenario * p->faces + face;
    return p->required[at] + p->optional[at] + p->bound[at];
}

static inline int colours_per_run(const Problem *p) { return p->mixed ? p->colours : 1; }

/* --- automaton ------------------------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t common;
    uint32_t node[MAX_RUN_COLOURS]; /* 0 for run colours that do not exist */
} State;

typedef struct {
    int32_t target; /* node */
    uint8_t jokers;
    uint8_t need;       /* of the target, in units: a copy, to avoid a memory access */
    uint8_t starts_run; /* whether a new run starts */
} RunStep;

typedef struct {
    int32_t first, count;
} Span;

/* One split of the tiles of a face: the value of the hand tiles in it, the tiles in groups, and a lower bound on the units of
 * jokers that these need. */
typedef struct {
    Span run_steps;
    int32_t gain;
    int16_t letter;
    uint8_t grouped, units;
} Split;

typedef struct {
    uint32_t profile, rank; /* rank: see rank_of in open_runs.c */
    uint16_t filter;        /* a node that dominates another has every bit of the other's filter */
    int32_t class;          /* nodes with the same class have the same tiles to come */
    int32_t buckets;        /* the first of its spans of run steps, one for each number of real and wild tiles */
    int16_t low_reals, reals, low_wilds, wilds; /* the lowest such numbers, and how many there are */
    int32_t need;                               /* the least number of units without which the node is infeasible */
    int16_t cell, jokers;                       /* the next cell of its run colour, and the jokers of its scenario */
    Span splits;
} Node;

typedef struct {
    State state;
    int32_t letter;
    uint32_t priority; /* set by order_steps */
} Step;

/* (scenario, run colour, layer) triples with the same tiles to come form a class; this is its first member. */
typedef struct {
    int32_t scenario, run_colour, layer;
    int32_t next; /* the class of the next layer, or -1 */
} TileClass;

typedef struct Multipliers Multipliers;

typedef struct {
    const Problem *problem;
    const int32_t *weights; /* by face: the value of a hand tile */
    int joker_weight;
    int layers, jokers, count_value, capped;
    int stride;                     /* of the gains of a node, by units of jokers */
    int penalties;                  /* how many of the following are used */
    int32_t penalty[MAX_PENALTIES]; /* subtracted from the value of each played tile if there is a cap; the first is 0 */
    int64_t steps;
    int64_t uncounted;  /* work that is reported like steps, but that no limit includes */
    int64_t next_check; /* the steps at the next checkpoint; 0 if the search is stopped */
    uint8_t *max_groups;           /* by scenario and number */
    uint8_t *units, *second_units; /* by scenario and number: units for each tile in groups, and for the second tile of a face */
    uint8_t *groupable_after;      /* by scenario and face: tiles of later colours that can join groups */
    uint8_t *has_run;              /* by scenario: whether some tile must lie in a run, whatever is played */
    uint8_t *is_started;           /* by scenario: whether its nodes exist */
    int is_incomplete;             /* whether scenarios were skipped because the arena was full */
    int32_t *class_ids;            /* by scenario, run colour and layer */
    Vector classes;                /* of TileClass */
    Vector nodes, gains, buckets, run_steps, splits;
    Vector out;    /* of Step: what `expand` returns */
    Vector ranked; /* scratch of prune_states */
    Index node_index;
    Vector scratch_run_steps[MAX_LAYERS], scratch_spans[MAX_LAYERS]; /* by layer */
    Multipliers *multipliers;                                        /* NULL: all are 0 */
    const uint8_t *low, *high;                                       /* by cell: the letters allowed, or NULL */
} Automaton;

#define NODE(a, index) (((Node *)(a)->nodes.items)[index])
#define GAINS(a, index, penalty) (((int64_t *)(a)->gains.items) + ((size_t)(index) * (a)->penalties + (penalty)) * (a)->stride)

/* Whether a search must end: it has taken more steps than its limit, or the checkpoint has stopped it. */
static inline int must_end(Automaton *a, int64_t step_limit) {
    int64_t done = a->steps + a->uncounted;
    if (done >= a->next_check) a->next_check = arena_checkpoint(0) ? 0 : done + CHECK_STEPS;
    return a->steps > step_limit || !a->next_check;
}

static inline int scenario_of(const State *state) { return (int)(state->common >> SCENARIO_SHIFT); }
static inline int jokers_left(const State *state) { return (int)(state->common >> LEFT_SHIFT & 15); }
static inline int value_of(uint64_t common) { return (int)(common & VALUE_MASK); }
static inline int used_of(uint64_t common) { return (int)(common >> USED_SHIFT & 255); }
static inline int grouped_of(uint64_t common) { return (int)(common >> GROUPED_SHIFT & 31); }
static inline int max_per_colour_of(uint64_t common) { return (int)(common >> MAX_PER_COLOUR_SHIFT & 15); }
static inline int run_flag(uint64_t common) { return (int)(common >> RUN_SHIFT & 1); }

/* The common field with more value, which is counted only up to the minimum. */
static inline uint64_t add_value(const Problem *p, uint64_t common, int value) {
    int before = value_of(common);
    return common - (uint64_t)before + (uint64_t)min_int(before + value, p->minimum);
}

static inline int same_state(const State *one, const State *other) {
    return one->common == other->common && one->node[0] == other->node[0] && one->node[1] == other->node[1] &&
           one->node[2] == other->node[2] && one->node[3] == other->node[3];
}

static inline int compare_nodes(const State *one, const State *other) {
    for (int run_colour = 0; run_colour < MAX_RUN_COLOURS; run_colour++)
        if (one->node[run_colour] != other->node[run_colour]) return one->node[run_colour] < other->node[run_colour] ? -1 : 1;
    return 0;
}

/* Whether a state after the last layer is accepting: the value reaches the minimum, and the jokers left can join a run. */
static inline int is_end(const Automaton *a, const State *state) {
    if (a->count_value && value_of(state->common) < a->problem->minimum) return 0;
    return !jokers_left(state) || run_flag(state->common);
}

static inline int32_t *class_at(Automaton *a, int scenario, int run_colour, int layer) {
    return a->class_ids + ((size_t)scenario * a->problem->run_colours + run_colour) * (a->layers + 1) + layer;
}

/* A lower bound on the units of jokers that the runs of a state need. */
static inline int needed_units(const Automaton *a, const State *state) {
    int need = 0;
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++) need += NODE(a, state->node[run_colour]).need;
    return need;
}

static inline int needed_jokers(const Automaton *a, const State *state) { return (needed_units(a, state) + UNITS - 1) / UNITS; }

/* A lower bound on the units of jokers that the groups started in this number need. */
static inline int min_group_units(const Automaton *a, const State *state, int number) {
    int tiles = grouped_of(state->common);
    return tiles ? tiles * a->units[scenario_of(state) * a->problem->numbers_count + number] : 0;
}

/* The run steps of a node with given numbers of real and wild tiles. */
static inline Span run_steps_for(const Automaton *a, const Node *node, int reals, int wilds) {
    reals -= node->low_reals;
    wilds -= node->low_wilds;
    if (reals < 0 || reals >= node->reals || wilds < 0 || wilds >= node->wilds) return (Span){0, 0};
    return ((Span *)a->buckets.items)[node->buckets + reals * node->wilds + wilds];
}

/* The same for any layer: the tiles of the layer after the highest number are the high aces. */
static inline Span run_steps_over(const Automaton *a, const Node *node, int layer, int reals, int wilds) {
    if (layer == a->problem->numbers_count) return run_steps_for(a, node, node->low_reals, node->low_wilds);
    return run_steps_for(a, node, reals, wilds);
}

/* The units of jokers available to a run colour with `grouped` tiles in groups, if the other run colours take only what they
 * need. */
static inline int units_for(const Automaton *a, const State *state, int run_colour, int layer, int grouped, int needs_of_all) {
    int units = UNITS * jokers_left(state) - needs_of_all + NODE(a, state->node[run_colour]).need;
    if (layer == a->problem->numbers_count) return units;
    return units - grouped * a->units[scenario_of(state) * a->problem->numbers_count + layer];
}

/* --- dominance ------------------------------------------------------------------------------------------------------ */

/* The parts of a state that decide dominance: the ranks of all run colours, what must be equal, and the quality fields. */
typedef struct {
    uint64_t ranks[2];
    uint64_t same[2];
    uint32_t quality;
} DominanceKey;

#define RANK_GUARDS (1u << 5 | 1u << 11 | 1u << 17 | 1u << 23 | 1u << 29)
#define GUARDS ((uint64_t)RANK_GUARDS << 32 | RANK_GUARDS)

/* Whether one state dominates another of its class. A rank is five numbers of 5 bits with a guard bit above each: a guard
 * survives the subtraction if and only if the number below it is not smaller than the other's. */
static inline int dominates(const DominanceKey *one, const DominanceKey *other) {
    if ((((one->ranks[0] | GUARDS) - other->ranks[0]) & GUARDS) != GUARDS) return 0;
    if ((((one->ranks[1] | GUARDS) - other->ranks[1]) & GUARDS) != GUARDS) return 0;
    if (one->same[0] != other->same[0] || one->same[1] != other->same[1]) return 0;
    uint32_t mine = one->quality, theirs = other->quality;
    if (value_of(mine) < value_of(theirs) || used_of(mine) > used_of(theirs)) return 0;
    return run_flag(mine) ? (mine >> LEFT_SHIFT & 15) >= (theirs >> LEFT_SHIFT & 15) : mine >> LEFT_SHIFT == theirs >> LEFT_SHIFT;
}

/* --- functions ------------------------------------------------------------------------------------------------------ */

/* scenarios.c */
void scenarios_open(Automaton *a);

/* open_runs.c */
int grow_profile(uint32_t profile, int reals, int wilds, uint32_t grown[MAX_GROWN], int *new_runs);
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
uint32_t hash_state_at(const State *state, int position);
int min_groups(int tiles, int reals, int max_per_colour, int jokers, int colours);

/* dominance.c */
void dominance_key(const Automaton *a, const State *state, DominanceKey *dominance);
void prune_states(Automaton *a, Vector *states);

/* bounds.c */
void set_cap_penalties(Automaton *a);
void compute_gains(const Automaton *a, const Node *node, int64_t *gains, int penalty);
int64_t upper_bound(const Automaton *a, int cell, const State *state);
int64_t root_bound(Automaton *a);
void recompute_gains(Automaton *a, int last);
void improve_multipliers(Automaton *a, int64_t target);

#endif
