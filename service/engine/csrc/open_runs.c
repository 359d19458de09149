/* The open runs of one lane: see plays/lanes.py. */
#include <string.h>

#include "automaton.h"

enum { JOKERS_HEAD_LATE = 2 };

static const uint32_t MUST_END = ~(uint32_t)(COUNT_MASK << LONG_SHIFT);

static int smaller(int one, int other) { return one < other ? one : other; }

typedef struct {
    uint32_t profile;
    int fresh;
} Grown;

/* Every profile that these tiles can make of a profile. At most 16 * 16 * 16 ways; far fewer tiles are ever bare. */
static int grow(uint32_t profile, int reals, int wilds, Grown *grown) {
    int ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    int bare_ones = profile >> BARE_SHIFT & COUNT_MASK, bare_twos = profile >> (BARE_SHIFT + COUNT_BITS) & COUNT_MASK;
    int bare_longs = profile >> (BARE_SHIFT + 2 * COUNT_BITS) & COUNT_MASK;
    int spare = reals + wilds - ones - twos - bare_ones - bare_twos - bare_longs, count = 0;
    if (spare < 0) return 0;
    int onto_long = smaller(longs, spare), fresh = spare - onto_long;
    if (!wilds && !(profile >> BARE_SHIFT)) { /* as nearly always: no run is bare */
        grown[0].profile = (uint32_t)(fresh | ones << COUNT_BITS | (twos + onto_long) << LONG_SHIFT);
        grown[0].fresh = fresh;
        return 1;
    }
    int to_bare = smaller(reals, bare_ones + bare_twos + bare_longs + fresh);
    for (int on_new = 0; on_new <= smaller(to_bare, fresh); on_new++)
        for (int on_ones = 0; on_ones <= smaller(to_bare - on_new, bare_ones); on_ones++)
            for (int on_twos = 0; on_twos <= smaller(to_bare - on_new - on_ones, bare_twos); on_twos++) {
                int on_longs = to_bare - on_new - on_ones - on_twos;
                if (on_longs > bare_longs) continue;
                grown[count].profile = (uint32_t)(on_new | (ones + on_ones) << COUNT_BITS |
                                                  (twos + onto_long + on_twos + on_longs) << LONG_SHIFT |
                                                  (fresh - on_new) << BARE_SHIFT |
                                                  (bare_ones - on_ones) << (BARE_SHIFT + COUNT_BITS) |
                                                  (bare_twos + bare_longs - on_twos - on_longs) << (BARE_SHIFT + 2 * COUNT_BITS));
                grown[count++].fresh = fresh;
            }
    return count;
}

static uint32_t rank_of(uint32_t profile) {
    const uint32_t top = (1 << (RANK_BITS - 1)) - 1;
    uint32_t ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    uint32_t rank = longs;
    rank = rank << RANK_BITS | (twos + longs);
    rank = rank << RANK_BITS | (ones + twos + longs);
    rank = rank << RANK_BITS | (top - ones);
    return rank << RANK_BITS | (top - ones - twos);
}

static uint32_t low_bits(uint32_t count, uint32_t most) { return (1u << (count < most ? count : most)) - 1; }

/* What a rank counts, as so many bits in a row: as far as there is room. */
static uint16_t filter_of(uint32_t profile) {
    uint32_t ones = profile & COUNT_MASK, twos = profile >> COUNT_BITS & COUNT_MASK, longs = profile >> LONG_SHIFT & COUNT_MASK;
    uint32_t filter = low_bits(longs, 3);
    filter |= low_bits(twos + longs, 3) << 3;
    filter |= low_bits(ones + twos + longs, 4) << 6;
    filter |= low_bits(ones < 3 ? 3 - ones : 0, 3) << 10;
    return (uint16_t)(filter | low_bits(ones + twos < 3 ? 3 - ones - twos : 0, 3) << 13);
}

/* The most tiles of a layer that may go into runs, but free jokers. After the highest number these are the aces put off. */
static int tiles_for_runs(const Automaton *a, int scenario, int run_colour, int layer, uint32_t carried) {
    const Problem *p = a->problem;
    int tiles = 0;
    if (layer >= a->layers) return 0;
    if (layer == p->numbers_count) return (carried >> HIGH_ACE_REALS & COUNT_MASK) + (carried >> HIGH_ACE_WILDS & COUNT_MASK);
    for (int at = 0; at < colours_per_run(p); at++) tiles += tiles_in(p, scenario, layer * p->colours + run_colour + at);
    return tiles;
}

/* Forgets long runs that nothing can be laid on. */
static uint32_t cap_long(uint32_t profile, int most) {
    int surplus = (int)(profile >> LONG_SHIFT & COUNT_MASK) - most;
    return surplus > 0 ? profile - ((uint32_t)surplus << LONG_SHIFT) : profile;
}

/* How many jokers short runs take at least to become long, with so many tiles in the next layer and in the one after it. */
static int jokers_to_grow(uint32_t profile, int next, int second) {
    uint32_t bare = profile >> BARE_SHIFT;
    int ones = (int)((profile & COUNT_MASK) + (bare & COUNT_MASK)), bare_longs = (int)(bare >> LONG_SHIFT & COUNT_MASK);
    int short_runs = ones + (int)((profile >> COUNT_BITS & COUNT_MASK) + (bare >> COUNT_BITS & COUNT_MASK)) + bare_longs;
    return (short_runs > next ? short_runs - next : 0) + (ones > second ? ones - second : 0);
}

/* Whether the same was added since the first move of a span. */
static int has_run_step(const Vector *run_steps, int32_t first, int32_t target, int jokers) {
    const RunStep *run_step = (RunStep *)run_steps->items + first, *end = (RunStep *)run_steps->items + run_steps->count;
    while (run_step < end && (run_step->target != target || run_step->jokers != jokers)) run_step++;
    return run_step < end;
}

enum { MAX_TILES = 64, UNKNOWN = -2, LOST = -1 };

/* A node in the making: where its lane goes on, and, as long as no tile is bare or put off, what so many tiles in runs lead to. */
typedef struct {
    uint32_t profile;
    int scenario, run_colour, layer, jokers, heads_allowed, next, second;
    int32_t targets[MAX_TILES];
} Making;

static void start_making(const Automaton *a, Making *m, uint32_t profile, int scenario, int run_colour, int layer) {
    const Problem *p = a->problem;
    m->profile = profile;
    m->scenario = scenario;
    m->run_colour = run_colour;
    m->layer = layer;
    m->jokers = jokers_of(p, scenario);
    m->heads_allowed = !p->defer_jokers || layer >= a->layers - 1 - JOKERS_HEAD_LATE;
    m->next = tiles_for_runs(a, scenario, run_colour, layer + 1, profile);
    m->second = tiles_for_runs(a, scenario, run_colour, layer + 2, profile);
    if (!p->track_bare)
        for (int tiles = 0; tiles < MAX_TILES; tiles++) m->targets[tiles] = UNKNOWN;
}

static void add_run_step(Automaton *a, const Making *m, int32_t target, int jokers, int starts_run) {
    int need = NODE(a, target).need;
    if (need + UNITS * jokers > UNITS * m->jokers) return;
    *(RunStep *)vector_push(&a->scratch_run_steps[m->layer], sizeof(RunStep)) = (RunStep){target, (uint8_t)jokers, (uint8_t)need,
                                                                                          (uint8_t)starts_run};
}

/* What so many tiles in runs lead to where every tile counts as real and no ace is put off now: one thing only. */
static int32_t find_target(Automaton *a, Making *m, int tiles) {
    Grown grown;
    if (m->targets[tiles] != UNKNOWN) return m->targets[tiles];
    a->steps++;
    m->targets[tiles] = LOST;
    if (!grow(m->profile & RUNS_MASK, tiles, 0, &grown)) return LOST;
    uint32_t carried = m->layer == a->problem->numbers_count ? 0 : m->profile & ~(uint32_t)RUNS_MASK;
    uint32_t after = cap_long(grown.profile | carried, m->layer + 1 < a->layers ? m->next + m->jokers : 0);
    if (jokers_to_grow(after, m->next, m->second) > m->jokers) return LOST;
    int32_t target = find_node(a, m->scenario, m->run_colour, m->layer + 1, after);
    return m->targets[tiles] = target;
}

static void add_plain_run_steps(Automaton *a, Making *m, int tiles) {
    int required = (int)((m->profile & COUNT_MASK) + (m->profile >> COUNT_BITS & COUNT_MASK)),
        longs = (int)(m->profile >> LONG_SHIFT & COUNT_MASK);
    for (int jokers = 0; jokers <= m->jokers; jokers++) {
        int fresh = tiles + jokers - required - longs;
        if (tiles + jokers < required) continue;
        if (fresh > tiles && !m->heads_allowed) return;
        int32_t target = find_target(a, m, tiles + jokers);
        if (target >= 0) add_run_step(a, m, target, jokers, fresh > 0);
    }
}

/* The same where there may be several things: aces that are put off, runs without a real tile. */
static void add_any_run_steps(Automaton *a, Making *m, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *run_steps = &a->scratch_run_steps[m->layer];
    int32_t first = (int32_t)run_steps->count;
    int choose = p->ace_high && m->layer == 0;
    Grown grown[4096];
    for (int high_reals = 0; high_reals <= (choose ? reals : 0); high_reals++)
        for (int high_wilds = 0; high_wilds <= (choose ? wilds : 0); high_wilds++) {
            uint32_t carried = m->layer == p->numbers_count ? 0 : m->profile & ~(uint32_t)RUNS_MASK;
            if (choose) carried = (uint32_t)high_reals << HIGH_ACE_REALS | (uint32_t)high_wilds << HIGH_ACE_WILDS;
            int now_reals = reals - high_reals, now_wilds = wilds - high_wilds;
            int next = tiles_for_runs(a, m->scenario, m->run_colour, m->layer + 1, carried);
            int second = tiles_for_runs(a, m->scenario, m->run_colour, m->layer + 2, carried);
            for (int jokers = 0; jokers <= m->jokers; jokers++) {
                int as_real = p->track_bare ? 0 : jokers;
                int count = grow(m->profile & RUNS_MASK, now_reals + as_real, now_wilds + jokers - as_real, grown);
                for (int at = 0; at < count; at++) {
                    a->steps++;
                    if (grown[at].fresh > now_reals + now_wilds && !m->heads_allowed) continue;
                    uint32_t after = cap_long(grown[at].profile | carried, m->layer + 1 < a->layers ? next + m->jokers : 0);
                    if (jokers + jokers_to_grow(after, next, second) > m->jokers) continue;
                    int32_t target = find_node(a, m->scenario, m->run_colour, m->layer + 1, after);
                    if (!has_run_step(run_steps, first, target, jokers)) add_run_step(a, m, target, jokers, grown[at].fresh > 0);
                }
            }
        }
}

/* Every way on with so many tiles in runs that is not dead at once, onto the layer's scratch. */
static void add_run_steps(Automaton *a, Making *m, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *run_steps = &a->scratch_run_steps[m->layer];
    Span span = {(int32_t)run_steps->count, 0};
    if (!p->runs) {
        if (!reals && !wilds) add_run_step(a, m, find_node(a, m->scenario, m->run_colour, m->layer + 1, 0), 0, 0);
    } else if (p->track_bare || (p->ace_high && m->layer == 0)) {
        add_any_run_steps(a, m, reals, wilds);
    } else {
        add_plain_run_steps(a, m, reals + wilds);
    }
    span.count = (int32_t)run_steps->count - span.first;
    *(Span *)vector_push(&a->scratch_spans[m->layer], sizeof(Span)) = span;
}

static void add_split(Automaton *a, Node *node, int reals, int wilds, int gain, int letter, int grouped, int units) {
    Span run_steps = run_steps_for(a, node, reals, wilds);
    if (!run_steps.count) return;
    *(Split *)vector_push(&a->splits, sizeof(Split)) = (Split){run_steps, gain, (int16_t)letter, (uint8_t)grouped, (uint8_t)units};
    node->splits.count++;
}

/* All ways on, by how many tiles of the number go into runs. */
static void read_number(Automaton *a, Node *node, Making *making) {
    const Problem *p = a->problem;
    int scenario = making->scenario, layer = making->layer;
    size_t row = (size_t)scenario * p->faces + node->cell;
    int groups = a->max_groups[scenario * p->numbers_count + layer];
    int required = 0, reals = 0, wilds = 0, real_room = 0, wild_room = 0;
    for (int at = 0; at < colours_per_run(p); at++) {
        required += p->required[row + at];
        reals += p->required[row + at] + p->optional[row + at];
        wilds += p->bound[row + at];
        real_room += smaller(p->required[row + at], groups);
        wild_room += smaller(p->bound[row + at], groups);
    }
    node->low_reals = (int16_t)(required - real_room);
    node->reals = (int16_t)(reals - node->low_reals + 1);
    node->low_wilds = (int16_t)(wilds - wild_room);
    node->wilds = (int16_t)(wild_room + 1);
    for (int run_reals = node->low_reals; run_reals <= reals; run_reals++)
        for (int run_wilds = node->low_wilds; run_wilds <= wilds; run_wilds++) add_run_steps(a, making, run_reals, run_wilds);
}

/* In a mixed lane no more hand tiles can be used than there is room for in these runs and in groups. */
static void add_mixed_splits(Automaton *a, Node *node, int scenario, int layer) {
    const Problem *p = a->problem;
    size_t row = (size_t)scenario * p->faces + node->cell;
    int groups = a->max_groups[scenario * p->numbers_count + layer];
    int room = 0, dearest = 0, most = 0, played = 0, required = 0;
    for (int at = 0; at < p->colours; at++) {
        int weight = a->weights[node->cell + at];
        room += smaller(tiles_in(p, scenario, node->cell + at), groups);
        if (dearest < weight) dearest = weight;
        most += p->optional[row + at] * weight;
        played += p->played[row + at] * weight;
        required += p->required[row + at];
    }
    for (int run_reals = node->low_reals; run_reals < node->low_reals + node->reals; run_reals++) {
        int tiles = run_reals + room - required;
        int gain = played + smaller(most, (tiles > 0 ? tiles : 0) * dearest);
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
    size_t row = (size_t)scenario * p->faces + node->cell;
    int required = p->required[row], wilds = p->bound[row], groups = a->max_groups[scenario * p->numbers_count + layer];
    size_t number = (size_t)scenario * p->numbers_count + layer;
    for (int used = 0; used <= p->optional[row]; used++) {
        int letter = p->played[row] + used, gain = letter * a->weights[node->cell];
        for (int grouped = 0; grouped <= smaller(required + used, groups); grouped++)
            for (int grouped_wilds = 0; grouped_wilds <= smaller(wilds, groups - grouped); grouped_wilds++) {
                int tiles = grouped + grouped_wilds, units = tiles * a->units[number] + (tiles > 1 ? a->second_units[number] : 0);
                add_split(a, node, required + used - grouped, wilds - grouped_wilds, gain, letter, tiles, units);
            }
    }
}

/* The profile that outdoes every other: as many long runs as there are tiles to lay on them. */
uint32_t dominating_profile(const Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    uint32_t tiles = (uint32_t)(tiles_for_runs(a, scenario, run_colour, layer, profile) + jokers_of(a->problem, scenario));
    return (profile >> BARE_SHIFT << BARE_SHIFT) | tiles << LONG_SHIFT;
}

static int32_t make_node(Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    const Problem *p = a->problem;
    Node node = {
        .profile = profile, .rank = rank_of(profile), .filter = filter_of(profile), .jokers = (int16_t)jokers_of(p, scenario)};
    node.class = *class_at(a, scenario, run_colour, layer);
    a->steps++;
    Vector *run_steps = &a->scratch_run_steps[layer], *spans = &a->scratch_spans[layer];
    run_steps->count = spans->count = 0;
    Making making = {.scenario = scenario, .layer = layer};
    if (layer < a->layers) start_making(a, &making, profile, scenario, run_colour, layer);
    if (layer < p->numbers_count) {
        node.cell = (int16_t)(layer * p->colours + run_colour);
        read_number(a, &node, &making);
    } else if (layer < a->layers) {
        node.cell = (int16_t)(p->faces + run_colour);
        node.low_reals = profile >> HIGH_ACE_REALS & COUNT_MASK;
        node.low_wilds = profile >> HIGH_ACE_WILDS & COUNT_MASK;
        node.reals = node.wilds = 1;
        add_run_steps(a, &making, node.low_reals, node.low_wilds);
    } else {
        node.cell = (int16_t)p->cells;
    }

    /* Only now, when all that comes after it has its place, does the node get one. */
    int32_t place = (int32_t)a->nodes.count;
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
    node.buckets = (int32_t)first_span;
    node.splits.first = (int32_t)a->splits.count;
    if (layer < a->layers) add_splits(a, &node, scenario, layer);
    int64_t *gains = vector_push(&a->gains, sizeof(int64_t) * a->penalties * a->stride);
    for (int penalty = 0; penalty < a->penalties && layer < a->layers; penalty++)
        compute_gains(a, &node, gains + penalty * a->stride, penalty);
    for (int free = 0; free < a->penalties * a->stride && layer == a->layers; free++)
        gains[free] = profile & MUST_END ? INFEASIBLE : 0;
    for (node.need = 0; node.need <= UNITS * node.jokers && gains[node.need] == INFEASIBLE;) node.need++;
    *(Node *)vector_push(&a->nodes, sizeof(Node)) = node;
    return place;
}

int32_t find_node(Automaton *a, int scenario, int run_colour, int layer, uint32_t profile) {
    int32_t class = *class_at(a, scenario, run_colour, layer);
    uint64_t key = (uint64_t)class << 32 | profile;
    uint32_t hash = hash_u64(&key, 1), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&a->node_index, hash, &slot)) != UINT32_MAX)
        if (NODE(a, place).class == class && NODE(a, place).profile == profile) return (int32_t)place;
    int32_t made = make_node(a, ((int32_t *)a->class_scenarios.items)[4 * (size_t)class], run_colour, layer, profile);
    index_add(&a->node_index, hash, (uint32_t)made);
    return made;
}
