/* Nodes: the open runs of one run colour and how they continue (dynamic programming over profiles, with memoised nodes).
 *
 * A node is a profile of a run colour before a layer. `find_node` returns it and creates it on first use: for every number of
 * tiles of the layer that can go into runs, it lists the nodes after the layer (run steps), for every number of free jokers
 * added to them. Nodes of scenarios with the same tiles to come are shared (see scenarios.c). A node also has gains: an upper
 * bound on the value of the hand tiles that its run colour can still play, by available units of jokers (see bounds.c).
 *
 * Example: the profile 0x101 (a long run and a run of one) with two tiles of the next number. The run of one must continue and
 * becomes a run of two; the other tile continues the long run: 0x110. With three tiles, the third starts a run: 0x111. With
 * one tile the long run ends, 0x010; with none there is no successor, because a run of one cannot end.
 */
#include <string.h>

#include "automaton.h"

/* Where jokers may be deferred, a joker starts a run only in the last layers. A joker at the start of a run can as well lie at
 * its end, unless the run ends at the highest number; and it is superfluous if the run is long enough without it. */
enum { JOKER_START_LAYERS = 2 };

/* The work of a node besides its run steps. The limits of a search do not include it. */
enum { NODE_STEPS = 10 };

/* Every open run except long ones, and aces that are not laid: none may remain after the last layer. */
static const uint32_t MUST_END = ~(uint32_t)(COUNT_MASK << LONG_SHIFT);

/* --- profiles --------------------------------------------------------------------------------------------------------- */

/* Lists the profiles that these tiles of a layer make of a profile, without dominated ones, and returns how many there are;
 * none if some run that must continue lacks a tile. `new_runs` is the number of runs that start, the same for all of them.
 *
 * Which runs continue is forced: first those that must, then long runs, then new ones start. A long run is at least as good as
 * a new one. Real tiles go to bare runs first; which of these get one is the only choice. new_runs, bare ones and bare twos
 * have no more than 15 tiles together, so there are at most 6 * 6 * 6 results. */
int grow_profile(uint32_t profile, int reals, int wilds, uint32_t grown[MAX_GROWN], int *new_runs) {
    int ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    int bare_ones = profile >> BARE_SHIFT & COUNT_MASK, bare_twos = profile >> (BARE_SHIFT + COUNT_BITS) & COUNT_MASK;
    int bare_longs = profile >> (BARE_SHIFT + LONG_SHIFT) & COUNT_MASK, bare = bare_ones + bare_twos + bare_longs;
    int spare = reals + wilds - ones - twos - bare, count = 0;
    if (spare < 0) return 0;
    int on_long = min_int(longs, spare), fresh = *new_runs = spare - on_long;
    if (!wilds && !bare) { /* the usual case */
        grown[0] = (uint32_t)(fresh | ones << COUNT_BITS | (twos + on_long) << LONG_SHIFT);
        return 1;
    }
    int to_bare = min_int(reals, bare + fresh);
    for (int on_new = 0; on_new <= min_int(to_bare, fresh); on_new++)
        for (int on_ones = 0; on_ones <= min_int(to_bare - on_new, bare_ones); on_ones++)
            for (int on_twos = 0; on_twos <= min_int(to_bare - on_new - on_ones, bare_twos); on_twos++) {
                int on_bare_longs = to_bare - on_new - on_ones - on_twos;
                if (on_bare_longs > bare_longs) continue;
                uint32_t with_real = (uint32_t)(on_new | (ones + on_ones) << COUNT_BITS |
                                                (twos + on_long + on_twos + on_bare_longs) << LONG_SHIFT);
                uint32_t without = (uint32_t)((fresh - on_new) | (bare_ones - on_ones) << COUNT_BITS |
                                              (bare_twos + bare_longs - on_twos - on_bare_longs) << LONG_SHIFT);
                grown[count++] = with_real | without << BARE_SHIFT;
            }
    return count;
}

/* Five numbers, each at least as high in a profile that dominates this one. A longer run can do what a shorter one can, and a
 * long run may also end. So every run of the dominated profile needs its own partner in the dominating one, at least as long;
 * and every short run of the dominating profile, which must continue, must be a partner. */
static uint32_t rank_of(uint32_t profile) {
    const uint32_t top = (1 << (RANK_BITS - 1)) - 1;
    uint32_t ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    uint32_t rank = longs;
    rank = rank << RANK_BITS | (twos + longs);
    rank = rank << RANK_BITS | (ones + twos + longs);
    rank = rank << RANK_BITS | (top - ones);
    return rank << RANK_BITS | (top - ones - twos);
}

static uint32_t low_bits(uint32_t count, uint32_t max) { return (1u << (count < max ? count : max)) - 1; }

/* The numbers of a rank in unary, truncated to 16 bits: a cheap necessary condition for dominance. */
static uint16_t filter_of(uint32_t profile) {
    uint32_t ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    uint32_t filter = low_bits(longs, 3);
    filter |= low_bits(twos + longs, 3) << 3;
    filter |= low_bits(ones + twos + longs, 4) << 6;
    filter |= low_bits(ones < 3 ? 3 - ones : 0, 3) << 10;
    return (uint16_t)(filter | low_bits(ones + twos < 3 ? 3 - ones - twos : 0, 3) << 13);
}

/* How many tiles of a layer can go into runs, free jokers excluded. After the highest number these are the high aces. */
static int tiles_for_runs(const Automaton *a, int scenario, int run_colour, int layer, uint32_t carried) {
    const Problem *p = a->problem;
    int tiles = 0;
    if (layer >= a->layers) return 0;
    if (layer == p->numbers_count) return (carried >> HIGH_ACE_REALS & COUNT_MASK) + (carried >> HIGH_ACE_WILDS & COUNT_MASK);
    for (int at = 0; at < colours_per_run(p); at++) tiles += tiles_in(p, scenario, layer * p->colours + run_colour + at);
    return tiles;
}

/* Removes long runs beyond `max`, the number of tiles that can still continue them: they end here. */
static uint32_t cap_long(uint32_t profile, int max) {
    int surplus = (int)(profile >> LONG_SHIFT & COUNT_MASK) - max;
    return surplus > 0 ? profile - ((uint32_t)surplus << LONG_SHIFT) : profile;
}

/* A lower bound on the jokers that short runs need to become long, given the tiles of the next two layers. */
static int jokers_to_grow(uint32_t profile, int next, int second) {
    uint32_t bare = profile >> BARE_SHIFT;
    int ones = (int)((profile & COUNT_MASK) + (bare & COUNT_MASK)), bare_longs = (int)(bare >> LONG_SHIFT & COUNT_MASK);
    int must_continue = ones + (int)((profile >> COUNT_BITS & COUNT_MASK) + (bare >> COUNT_BITS & COUNT_MASK)) + bare_longs;
    return max_int(must_continue - next, 0) + max_int(ones - second, 0);
}

/* The dominating profile: as many long runs as there are tiles to continue them. */
uint32_t dominating_profile(const Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    uint32_t tiles = (uint32_t)(tiles_for_runs(a, scenario, run_colour, layer, profile) + jokers_of(a->problem, scenario));
    return (profile >> BARE_SHIFT << BARE_SHIFT) | tiles << LONG_SHIFT;
}

/* --- run steps -------------------------------------------------------------------------------------------------------- */

enum { MAX_RUN_TILES = 64, UNKNOWN = -2, NO_TARGET = -1 };

/* A node under construction. */
typedef struct {
    uint32_t profile;
    int scenario, run_colour, layer, jokers;
    int jokers_may_start;           /* whether a free joker may start a run here */
    int next, second;               /* tiles for runs in the next two layers */
    int32_t targets[MAX_RUN_TILES]; /* memo of find_target */
} NodeBuilder;

static NodeBuilder builder_open(const Automaton *a, uint32_t profile, int scenario, int run_colour, int layer) {
    const Problem *p = a->problem;
    NodeBuilder b = {.profile = profile, .scenario = scenario, .run_colour = run_colour, .layer = layer};
    if (layer >= a->layers) return b;
    b.jokers = jokers_of(p, scenario);
    b.jokers_may_start = !p->defer_jokers || layer >= a->layers - 1 - JOKER_START_LAYERS;
    b.next = tiles_for_runs(a, scenario, run_colour, layer + 1, profile);
    b.second = tiles_for_runs(a, scenario, run_colour, layer + 2, profile);
    if (!p->track_bare)
        for (int tiles = 0; tiles < MAX_RUN_TILES; tiles++) b.targets[tiles] = UNKNOWN;
    return b;
}

static void add_run_step(Automaton *a, const NodeBuilder *b, int32_t target, int jokers, int starts_run) {
    int need = NODE(a, target).need;
    if (need + UNITS * jokers > UNITS * b->jokers) return;
    *(RunStep *)vector_push(&a->scratch_run_steps[b->layer], sizeof(RunStep)) = (RunStep){target, (uint8_t)jokers, (uint8_t)need,
                                                                                          (uint8_t)starts_run};
}

/* Whether a run step with this target and these jokers was added since `first`. */
static int has_run_step(const Vector *run_steps, int32_t first, int32_t target, int jokers) {
    const RunStep *run_step = (RunStep *)run_steps->items + first, *end = (RunStep *)run_steps->items + run_steps->count;
    while (run_step < end && (run_step->target != target || run_step->jokers != jokers)) run_step++;
    return run_step < end;
}

/* The node after `tiles` tiles in runs if every tile counts as real and aces are not chosen now: there is at most one. */
static int32_t find_target(Automaton *a, NodeBuilder *b, int tiles) {
    uint32_t grown[MAX_GROWN];
    int new_runs;
    if (b->targets[tiles] != UNKNOWN) return b->targets[tiles];
    a->steps++;
    b->targets[tiles] = NO_TARGET;
    if (!grow_profile(b->profile & RUNS_MASK, tiles, 0, grown, &new_runs)) return NO_TARGET;
    uint32_t high_aces = b->layer == a->problem->numbers_count ? 0 : b->profile & ~(uint32_t)RUNS_MASK;
    uint32_t after = cap_long(grown[0] | high_aces, b->layer + 1 < a->layers ? b->next + b->jokers : 0);
    if (jokers_to_grow(after, b->next, b->second) > b->jokers) return NO_TARGET;
    return b->targets[tiles] = find_node(a, b->scenario, b->run_colour, b->layer + 1, after);
}

static void add_plain_run_steps(Automaton *a, NodeBuilder *b, int tiles) {
    int required = (int)((b->profile & COUNT_MASK) + (b->profile >> COUNT_BITS & COUNT_MASK));
    int longs = (int)(b->profile >> LONG_SHIFT & COUNT_MASK);
    for (int jokers = max_int(required - tiles, 0); jokers <= b->jokers; jokers++) {
        int new_runs = tiles + jokers - required - longs;
        if (new_runs > tiles && !b->jokers_may_start) return;
        int32_t target = find_target(a, b, tiles + jokers);
        if (target >= 0) add_run_step(a, b, target, jokers, new_runs > 0);
    }
}

/* Adds the run steps with a given choice of high aces, if these are chosen in this layer. */
static void add_run_steps_with_aces(Automaton *a, NodeBuilder *b, int reals, int wilds, uint32_t high_aces, int32_t first) {
    const Problem *p = a->problem;
    uint32_t grown[MAX_GROWN];
    int next = tiles_for_runs(a, b->scenario, b->run_colour, b->layer + 1, high_aces), new_runs;
    int second = tiles_for_runs(a, b->scenario, b->run_colour, b->layer + 2, high_aces);
    for (int jokers = 0; jokers <= b->jokers; jokers++) {
        int as_real = p->track_bare ? 0 : jokers;
        int count = grow_profile(b->profile & RUNS_MASK, reals + as_real, wilds + jokers - as_real, grown, &new_runs);
        for (int at = 0; at < count; at++) {
            a->steps++;
            if (new_runs > reals + wilds && !b->jokers_may_start) continue;
            uint32_t after = cap_long(grown[at] | high_aces, b->layer + 1 < a->layers ? next + b->jokers : 0);
            if (jokers + jokers_to_grow(after, next, second) > b->jokers) continue;
            int32_t target = find_node(a, b->scenario, b->run_colour, b->layer + 1, after);
            if (!has_run_step(&a->scratch_run_steps[b->layer], first, target, jokers))
                add_run_step(a, b, target, jokers, new_runs > 0);
        }
    }
}

/* The same as add_plain_run_steps for bare runs and for the layer that chooses the high aces: targets are not unique. */
static void add_any_run_steps(Automaton *a, NodeBuilder *b, int reals, int wilds) {
    const Problem *p = a->problem;
    int32_t first = (int32_t)a->scratch_run_steps[b->layer].count;
    if (!p->ace_high || b->layer) {
        uint32_t high_aces = b->layer == p->numbers_count ? 0 : b->profile & ~(uint32_t)RUNS_MASK;
        add_run_steps_with_aces(a, b, reals, wilds, high_aces, first);
        return;
    }
    for (int high_reals = 0; high_reals <= reals; high_reals++)
        for (int high_wilds = 0; high_wilds <= wilds; high_wilds++) {
            uint32_t high_aces = (uint32_t)high_reals << HIGH_ACE_REALS | (uint32_t)high_wilds << HIGH_ACE_WILDS;
            add_run_steps_with_aces(a, b, reals - high_reals, wilds - high_wilds, high_aces, first);
        }
}

/* Appends the run steps with these tiles in runs, and their span, to the layer's scratch vectors. */
static void add_run_steps(Automaton *a, NodeBuilder *b, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *run_steps = &a->scratch_run_steps[b->layer];
    Span span = {(int32_t)run_steps->count, 0};
    if (arena_is_stopped()) {
        /* none: nobody uses the result */
    } else if (!p->runs) {
        if (!reals && !wilds) add_run_step(a, b, find_node(a, b->scenario, b->run_colour, b->layer + 1, 0), 0, 0);
    } else if (p->track_bare || (p->ace_high && b->layer == 0)) {
        add_any_run_steps(a, b, reals, wilds);
    } else {
        add_plain_run_steps(a, b, reals + wilds);
    }
    span.count = (int32_t)run_steps->count - span.first;
    *(Span *)vector_push(&a->scratch_spans[b->layer], sizeof(Span)) = span;
}

/* Adds the run steps of a layer for every number of its tiles that can go into runs. */
static void add_layer_run_steps(Automaton *a, Node *node, NodeBuilder *b) {
    const Problem *p = a->problem;
    size_t row = (size_t)b->scenario * p->faces + node->cell;
    int groups = a->max_groups[b->scenario * p->numbers_count + b->layer];
    int required = 0, reals = 0, wilds = 0, groupable = 0, groupable_wilds = 0;
    for (int at = 0; at < colours_per_run(p); at++) {
        required += p->required[row + at];
        reals += p->required[row + at] + p->optional[row + at];
        wilds += p->bound[row + at];
        groupable += min_int(p->required[row + at], groups);
        groupable_wilds += min_int(p->bound[row + at], groups);
    }
    node->low_reals = (int16_t)(required - groupable);
    node->reals = (int16_t)(reals - node->low_reals + 1);
    node->low_wilds = (int16_t)(wilds - groupable_wilds);
    node->wilds = (int16_t)(groupable_wilds + 1);
    for (int run_reals = node->low_reals; run_reals <= reals; run_reals++)
        for (int run_wilds = node->low_wilds; run_wilds <= wilds; run_wilds++) add_run_steps(a, b, run_reals, run_wilds);
}

/* --- splits ----------------------------------------------------------------------------------------------------------- */

static void add_split(Automaton *a, Node *node, int reals, int wilds, int gain, int letter, int grouped, int units) {
    Span run_steps = run_steps_for(a, node, reals, wilds);
    if (!run_steps.count) return;
    *(Split *)vector_push(&a->splits, sizeof(Split)) = (Split){run_steps, gain, (int16_t)letter, (uint8_t)grouped, (uint8_t)units};
    node->splits.count++;
}

/* Adds the splits of a number for mixed runs. The colours of the tiles in runs are not known, so the gain is an upper bound:
 * no more hand tiles are played than fit into these runs and into groups, and each has the highest weight. */
static void add_mixed_splits(Automaton *a, Node *node, int scenario, int layer) {
    const Problem *p = a->problem;
    size_t row = (size_t)scenario * p->faces + node->cell;
    int groups = a->max_groups[scenario * p->numbers_count + layer];
    int groupable = 0, max_weight = 0, max_gain = 0, played = 0, required = 0;
    for (int at = 0; at < p->colours; at++) {
        int weight = a->weights[node->cell + at];
        groupable += min_int(tiles_in(p, scenario, node->cell + at), groups);
        max_weight = max_int(max_weight, weight);
        max_gain += p->optional[row + at] * weight;
        played += p->played[row + at] * weight;
        required += p->required[row + at];
    }
    for (int run_reals = node->low_reals; run_reals < node->low_reals + node->reals; run_reals++) {
        int gain = played + min_int(max_gain, max_int(run_reals + groupable - required, 0) * max_weight);
        for (int run_wilds = node->low_wilds; run_wilds < node->low_wilds + node->wilds; run_wilds++)
            add_split(a, node, run_reals, run_wilds, gain, 0, 0, 0);
    }
}

static void add_splits(Automaton *a, Node *node, int scenario, int layer) {
    const Problem *p = a->problem;
    if (layer == p->numbers_count) {
        add_split(a, node, node->low_reals, node->low_wilds, 0, 0, 0, 0);
        return;
    }
    if (p->mixed) {
        add_mixed_splits(a, node, scenario, layer);
        return;
    }
    size_t row = (size_t)scenario * p->faces + node->cell, number = (size_t)scenario * p->numbers_count + layer;
    int required = p->required[row], wilds = p->bound[row], groups = a->max_groups[number];
    for (int used = 0; used <= p->optional[row]; used++) {
        int letter = p->played[row] + used, gain = letter * a->weights[node->cell];
        for (int grouped = 0; grouped <= min_int(required + used, groups); grouped++)
            for (int grouped_wilds = 0; grouped_wilds <= min_int(wilds, groups - grouped); grouped_wilds++) {
                int tiles = grouped + grouped_wilds, units = tiles * a->units[number] + (tiles > 1 ? a->second_units[number] : 0);
                add_split(a, node, required + used - grouped, wilds - grouped_wilds, gain, letter, tiles, units);
            }
    }
}

/* --- nodes ------------------------------------------------------------------------------------------------------------ */

/* Moves the run steps and spans from the layer's scratch vectors to those of the automaton. */
static void store_run_steps(Automaton *a, Node *node, int layer) {
    const Vector *run_steps = &a->scratch_run_steps[layer], *spans = &a->scratch_spans[layer];
    size_t first_run_step = a->run_steps.count, first_span = a->buckets.count;
    vector_reserve(&a->run_steps, sizeof(RunStep), first_run_step + run_steps->count);
    if (run_steps->count)
        memcpy((RunStep *)a->run_steps.items + first_run_step, run_steps->items, run_steps->count * sizeof(RunStep));
    a->run_steps.count += run_steps->count;
    vector_reserve(&a->buckets, sizeof(Span), first_span + spans->count);
    for (size_t at = 0; at < spans->count; at++) {
        Span span = ((Span *)spans->items)[at];
        ((Span *)a->buckets.items)[first_span + at] = (Span){span.first + (int32_t)first_run_step, span.count};
    }
    a->buckets.count += spans->count;
    node->buckets = (int32_t)first_span;
    a->uncounted += NODE_STEPS + (int64_t)(run_steps->count + spans->count);
}

/* Appends the gains of a node, and sets its need. */
static void store_gains(Automaton *a, Node *node, int layer) {
    int64_t *gains = vector_push(&a->gains, sizeof(int64_t) * a->penalties * a->stride);
    for (int penalty = 0; penalty < a->penalties && layer < a->layers; penalty++)
        compute_gains(a, node, gains + penalty * a->stride, penalty);
    for (int at = 0; at < a->penalties * a->stride && layer == a->layers; at++)
        gains[at] = node->profile & MUST_END ? INFEASIBLE : 0;
    while (node->need <= UNITS * node->jokers && gains[node->need] == INFEASIBLE) node->need++;
}

static int32_t create_node(Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    const Problem *p = a->problem;
    Node node = {
        .profile = profile, .rank = rank_of(profile), .filter = filter_of(profile), .jokers = (int16_t)jokers_of(p, scenario)};
    node.class = *class_at(a, scenario, run_colour, layer);
    a->steps++;
    must_end(a, INT64_MAX); /* only for the checkpoint: a node cannot be left out */
    a->scratch_run_steps[layer].count = a->scratch_spans[layer].count = 0;
    NodeBuilder builder = builder_open(a, profile, scenario, run_colour, layer);
    if (layer < p->numbers_count) {
        node.cell = (int16_t)(layer * p->colours + run_colour);
        add_layer_run_steps(a, &node, &builder);
    } else if (layer < a->layers) {
        node.cell = (int16_t)(p->faces + run_colour);
        node.low_reals = profile >> HIGH_ACE_REALS & COUNT_MASK;
        node.low_wilds = profile >> HIGH_ACE_WILDS & COUNT_MASK;
        node.reals = node.wilds = 1;
        add_run_steps(a, &builder, node.low_reals, node.low_wilds);
    } else {
        node.cell = (int16_t)p->cells;
    }
    /* A node gets a higher index than its targets, so that gains can be recomputed in order of the indexes. */
    store_run_steps(a, &node, layer);
    node.splits.first = (int32_t)a->splits.count;
    if (layer < a->layers) add_splits(a, &node, scenario, layer);
    store_gains(a, &node, layer);
    *(Node *)vector_push(&a->nodes, sizeof(Node)) = node;
    return (int32_t)a->nodes.count - 1;
}

/* The index of a node, which is created if necessary. */
int32_t find_node(Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    int32_t class = *class_at(a, scenario, run_colour, layer);
    uint64_t key = (uint64_t)class << 32 | profile;
    uint32_t hash = hash_u64(&key, 1), known;
    size_t slot = SIZE_MAX;
    while ((known = index_next(&a->node_index, hash, &slot)) != UINT32_MAX)
        if (NODE(a, known).class == class && NODE(a, known).profile == profile) return (int32_t)known;
    int32_t created = create_node(a, ((TileClass *)a->classes.items)[class].scenario, run_colour, layer, profile);
    index_add(&a->node_index, hash, (uint32_t)created);
    return created;
}
