/* The open runs of one lane: see plays/lanes.py. */
#include <string.h>

#include "automaton.h"

enum { JOKERS_HEAD_LATE = 2 };

static const uint32_t MUST_END = ~(uint32_t)(FIELD << LONG_SHIFT);

static int smaller(int one, int other) { return one < other ? one : other; }

typedef struct {
    uint32_t profile;
    int fresh;
} Grown;

/* Every profile that these tiles can make of a profile. At most 16 * 16 * 16 ways; far fewer tiles are ever bare. */
static int grow(uint32_t profile, int reals, int wilds, Grown *grown) {
    int ones = profile & FIELD, twos = profile >> BITS & FIELD, longs = profile >> LONG_SHIFT & FIELD;
    int bare_ones = profile >> BARE_SHIFT & FIELD, bare_twos = profile >> (BARE_SHIFT + BITS) & FIELD;
    int bare_longs = profile >> (BARE_SHIFT + 2 * BITS) & FIELD;
    int spare = reals + wilds - ones - twos - bare_ones - bare_twos - bare_longs, count = 0;
    if (spare < 0) return 0;
    int onto_long = smaller(longs, spare), fresh = spare - onto_long;
    if (!wilds && !(profile >> BARE_SHIFT)) { /* as nearly always: no run is bare */
        grown[0].profile = (uint32_t)(fresh | ones << BITS | (twos + onto_long) << LONG_SHIFT);
        grown[0].fresh = fresh;
        return 1;
    }
    int to_bare = smaller(reals, bare_ones + bare_twos + bare_longs + fresh);
    for (int on_new = 0; on_new <= smaller(to_bare, fresh); on_new++)
        for (int on_ones = 0; on_ones <= smaller(to_bare - on_new, bare_ones); on_ones++)
            for (int on_twos = 0; on_twos <= smaller(to_bare - on_new - on_ones, bare_twos); on_twos++) {
                int on_longs = to_bare - on_new - on_ones - on_twos;
                if (on_longs > bare_longs) continue;
                grown[count].profile = (uint32_t)(on_new | (ones + on_ones) << BITS |
                                                  (twos + onto_long + on_twos + on_longs) << LONG_SHIFT |
                                                  (fresh - on_new) << BARE_SHIFT | (bare_ones - on_ones) << (BARE_SHIFT + BITS) |
                                                  (bare_twos + bare_longs - on_twos - on_longs) << (BARE_SHIFT + 2 * BITS));
                grown[count++].fresh = fresh;
            }
    return count;
}

static uint32_t rank_of(uint32_t profile) {
    const uint32_t top = (1 << (RANK_BITS - 1)) - 1;
    uint32_t ones = profile & FIELD, twos = profile >> BITS & FIELD, longs = profile >> LONG_SHIFT & FIELD;
    uint32_t rank = longs;
    rank = rank << RANK_BITS | (twos + longs);
    rank = rank << RANK_BITS | (ones + twos + longs);
    rank = rank << RANK_BITS | (top - ones);
    return rank << RANK_BITS | (top - ones - twos);
}

static uint32_t lowest_marks(uint32_t count, uint32_t most) { return (1u << (count < most ? count : most)) - 1; }

/* What a rank counts, as so many bits in a row: as far as there is room. */
static uint16_t marks_of(uint32_t profile) {
    uint32_t ones = profile & FIELD, twos = profile >> BITS & FIELD, longs = profile >> LONG_SHIFT & FIELD;
    uint32_t marks = lowest_marks(longs, 3);
    marks |= lowest_marks(twos + longs, 3) << 3;
    marks |= lowest_marks(ones + twos + longs, 4) << 6;
    marks |= lowest_marks(ones < 3 ? 3 - ones : 0, 3) << 10;
    return (uint16_t)(marks | lowest_marks(ones + twos < 3 ? 3 - ones - twos : 0, 3) << 13);
}

/* The most tiles of a layer that may go into runs, but free jokers. After the highest number these are the aces put off. */
static int tiles_for_runs(const Automaton *a, int case_index, int lane, int layer, uint32_t carried) {
    const Problem *p = a->problem;
    int tiles = 0;
    if (layer >= a->layers) return 0;
    if (layer == p->numbers_count) return (carried >> PUT_OFF_REALS & FIELD) + (carried >> PUT_OFF_WILDS & FIELD);
    for (int at = 0; at < lane_width(p); at++) tiles += tiles_in(p, case_index, layer * p->colours + lane + at);
    return tiles;
}

/* Forgets long runs that nothing can be laid on. */
static uint32_t cap_long(uint32_t profile, int most) {
    int surplus = (int)(profile >> LONG_SHIFT & FIELD) - most;
    return surplus > 0 ? profile - ((uint32_t)surplus << LONG_SHIFT) : profile;
}

/* How many jokers short runs take at least to become long, with so many tiles in the next layer and in the one after it. */
static int jokers_to_grow(uint32_t profile, int next, int second) {
    uint32_t bare = profile >> BARE_SHIFT;
    int ones = (int)((profile & FIELD) + (bare & FIELD)), bare_longs = (int)(bare >> LONG_SHIFT & FIELD);
    int short_runs = ones + (int)((profile >> BITS & FIELD) + (bare >> BITS & FIELD)) + bare_longs;
    return (short_runs > next ? short_runs - next : 0) + (ones > second ? ones - second : 0);
}

/* Whether the same was added since the first move of a span. */
static int is_move(const Vector *moves, int32_t first, int32_t target, int jokers) {
    const Move *move = (Move *)moves->items + first, *end = (Move *)moves->items + moves->count;
    while (move < end && (move->target != target || move->jokers != jokers)) move++;
    return move < end;
}

enum { MOST_TILES = 64, UNKNOWN = -2, LOST = -1 };

/* A node in the making: where its lane goes on, and, as long as no tile is bare or put off, what so many tiles in runs lead to. */
typedef struct {
    uint32_t profile;
    int case_index, lane, layer, jokers, heads_allowed, next, second;
    int32_t targets[MOST_TILES];
} Making;

static void start_making(const Automaton *a, Making *m, uint32_t profile, int case_index, int lane, int layer) {
    const Problem *p = a->problem;
    m->profile = profile;
    m->case_index = case_index;
    m->lane = lane;
    m->layer = layer;
    m->jokers = jokers_of(p, case_index);
    m->heads_allowed = !p->lazy || layer >= a->layers - 1 - JOKERS_HEAD_LATE;
    m->next = tiles_for_runs(a, case_index, lane, layer + 1, profile);
    m->second = tiles_for_runs(a, case_index, lane, layer + 2, profile);
    if (!p->strict)
        for (int tiles = 0; tiles < MOST_TILES; tiles++) m->targets[tiles] = UNKNOWN;
}

static void add_move(Automaton *a, const Making *m, int32_t target, int jokers, int begins) {
    int need = NODE(a, target).need;
    if (need + UNITS * jokers > UNITS * m->jokers) return;
    *(Move *)push(&a->scratch_moves[m->layer], sizeof(Move)) = (Move){target, (uint8_t)jokers, (uint8_t)need, (uint8_t)begins};
}

/* What so many tiles in runs lead to where every tile counts as real and no ace is put off now: one thing only. */
static int32_t find_target(Automaton *a, Making *m, int tiles) {
    Grown grown;
    if (m->targets[tiles] != UNKNOWN) return m->targets[tiles];
    a->steps++;
    m->targets[tiles] = LOST;
    if (!grow(m->profile & RUNS, tiles, 0, &grown)) return LOST;
    uint32_t carried = m->layer == a->problem->numbers_count ? 0 : m->profile & ~(uint32_t)RUNS;
    uint32_t after = cap_long(grown.profile | carried, m->layer + 1 < a->layers ? m->next + m->jokers : 0);
    if (jokers_to_grow(after, m->next, m->second) > m->jokers) return LOST;
    int32_t target = find_node(a, m->case_index, m->lane, m->layer + 1, after);
    return m->targets[tiles] = target;
}

static void add_plain_moves(Automaton *a, Making *m, int tiles) {
    int must = (int)((m->profile & FIELD) + (m->profile >> BITS & FIELD)), longs = (int)(m->profile >> LONG_SHIFT & FIELD);
    for (int jokers = 0; jokers <= m->jokers; jokers++) {
        int fresh = tiles + jokers - must - longs;
        if (tiles + jokers < must) continue;
        if (fresh > tiles && !m->heads_allowed) return;
        int32_t target = find_target(a, m, tiles + jokers);
        if (target >= 0) add_move(a, m, target, jokers, fresh > 0);
    }
}

/* The same where there may be several things: aces that are put off, runs without a real tile. */
static void add_all_moves(Automaton *a, Making *m, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *moves = &a->scratch_moves[m->layer];
    int32_t first = (int32_t)moves->count;
    int choose = p->ace_high && m->layer == 0;
    Grown grown[4096];
    for (int off_reals = 0; off_reals <= (choose ? reals : 0); off_reals++)
        for (int off_wilds = 0; off_wilds <= (choose ? wilds : 0); off_wilds++) {
            uint32_t carried = m->layer == p->numbers_count ? 0 : m->profile & ~(uint32_t)RUNS;
            if (choose) carried = (uint32_t)off_reals << PUT_OFF_REALS | (uint32_t)off_wilds << PUT_OFF_WILDS;
            int now_reals = reals - off_reals, now_wilds = wilds - off_wilds;
            int next = tiles_for_runs(a, m->case_index, m->lane, m->layer + 1, carried);
            int second = tiles_for_runs(a, m->case_index, m->lane, m->layer + 2, carried);
            for (int jokers = 0; jokers <= m->jokers; jokers++) {
                int as_real = p->strict ? 0 : jokers;
                int count = grow(m->profile & RUNS, now_reals + as_real, now_wilds + jokers - as_real, grown);
                for (int at = 0; at < count; at++) {
                    a->steps++;
                    if (grown[at].fresh > now_reals + now_wilds && !m->heads_allowed) continue;
                    uint32_t after = cap_long(grown[at].profile | carried, m->layer + 1 < a->layers ? next + m->jokers : 0);
                    if (jokers + jokers_to_grow(after, next, second) > m->jokers) continue;
                    int32_t target = find_node(a, m->case_index, m->lane, m->layer + 1, after);
                    if (!is_move(moves, first, target, jokers)) add_move(a, m, target, jokers, grown[at].fresh > 0);
                }
            }
        }
}

/* Every way on with so many tiles in runs that is not dead at once, onto the layer's scratch. */
static void add_moves(Automaton *a, Making *m, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *moves = &a->scratch_moves[m->layer];
    Span span = {(int32_t)moves->count, 0};
    if (!p->runs) {
        if (!reals && !wilds) add_move(a, m, find_node(a, m->case_index, m->lane, m->layer + 1, 0), 0, 0);
    } else if (p->strict || (p->ace_high && m->layer == 0)) {
        add_all_moves(a, m, reals, wilds);
    } else {
        add_plain_moves(a, m, reals + wilds);
    }
    span.count = (int32_t)moves->count - span.first;
    *(Span *)push(&a->scratch_spans[m->layer], sizeof(Span)) = span;
}

static void add_option(Automaton *a, Node *node, int reals, int wilds, int gain, int letter, int grouped, int units) {
    Span moves = moves_for(a, node, reals, wilds);
    if (!moves.count) return;
    *(Option *)push(&a->options, sizeof(Option)) = (Option){moves, gain, (int16_t)letter, (uint8_t)grouped, (uint8_t)units};
    node->options.count++;
}

/* All ways on, by how many tiles of the number go into runs. */
static void read_number(Automaton *a, Node *node, Making *making) {
    const Problem *p = a->problem;
    int case_index = making->case_index, layer = making->layer;
    size_t row = (size_t)case_index * p->faces + node->cell;
    int groups = a->most_groups[case_index * p->numbers_count + layer];
    int must = 0, reals = 0, wilds = 0, real_room = 0, wild_room = 0;
    for (int at = 0; at < lane_width(p); at++) {
        must += p->must[row + at];
        reals += p->must[row + at] + p->may[row + at];
        wilds += p->bound[row + at];
        real_room += smaller(p->must[row + at], groups);
        wild_room += smaller(p->bound[row + at], groups);
    }
    node->low_reals = (int16_t)(must - real_room);
    node->reals = (int16_t)(reals - node->low_reals + 1);
    node->low_wilds = (int16_t)(wilds - wild_room);
    node->wilds = (int16_t)(wild_room + 1);
    for (int run_reals = node->low_reals; run_reals <= reals; run_reals++)
        for (int run_wilds = node->low_wilds; run_wilds <= wilds; run_wilds++)
            add_moves(a, making, run_reals, run_wilds);
}

/* In a mixed lane no more hand tiles can be used than there is room for in these runs and in groups. */
static void add_mixed_options(Automaton *a, Node *node, int case_index, int layer) {
    const Problem *p = a->problem;
    size_t row = (size_t)case_index * p->faces + node->cell;
    int groups = a->most_groups[case_index * p->numbers_count + layer];
    int room = 0, dearest = 0, most = 0, played = 0, must = 0;
    for (int at = 0; at < p->colours; at++) {
        int weight = a->weights[node->cell + at];
        room += smaller(tiles_in(p, case_index, node->cell + at), groups);
        if (dearest < weight) dearest = weight;
        most += p->may[row + at] * weight;
        played += p->played[row + at] * weight;
        must += p->must[row + at];
    }
    for (int run_reals = node->low_reals; run_reals < node->low_reals + node->reals; run_reals++) {
        int tiles = run_reals + room - must;
        int gain = played + smaller(most, (tiles > 0 ? tiles : 0) * dearest);
        for (int run_wilds = node->low_wilds; run_wilds < node->low_wilds + node->wilds; run_wilds++)
            add_option(a, node, run_reals, run_wilds, gain, 0, 0, 0);
    }
}

static void add_options(Automaton *a, Node *node, int case_index, int layer) {
    const Problem *p = a->problem;
    if (layer == p->numbers_count) {
        add_option(a, node, node->low_reals, node->low_wilds, 0, 0, 0, 0);
        return;
    }
    if (p->mixed) {
        add_mixed_options(a, node, case_index, layer);
        return;
    }
    size_t row = (size_t)case_index * p->faces + node->cell;
    int must = p->must[row], wilds = p->bound[row], groups = a->most_groups[case_index * p->numbers_count + layer];
    size_t number = (size_t)case_index * p->numbers_count + layer;
    for (int used = 0; used <= p->may[row]; used++) {
        int letter = p->played[row] + used, gain = letter * a->weights[node->cell];
        for (int grouped = 0; grouped <= smaller(must + used, groups); grouped++)
            for (int grouped_wilds = 0; grouped_wilds <= smaller(wilds, groups - grouped); grouped_wilds++) {
                int tiles = grouped + grouped_wilds, units = tiles * a->units[number] + (tiles > 1 ? a->second_units[number] : 0);
                add_option(a, node, must + used - grouped, wilds - grouped_wilds, gain, letter, tiles, units);
            }
    }
}

/* The profile that outdoes every other: as many long runs as there are tiles to lay on them. */
uint32_t strongest_profile(const Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    uint32_t tiles = (uint32_t)(tiles_for_runs(a, case_index, lane, layer, profile) + jokers_of(a->problem, case_index));
    return (profile >> BARE_SHIFT << BARE_SHIFT) | tiles << LONG_SHIFT;
}

static int32_t make_node(Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    const Problem *p = a->problem;
    Node node = {.profile = profile, .rank = rank_of(profile), .marks = marks_of(profile), .jokers = (int16_t)jokers_of(p, case_index)};
    node.class = *class_at(a, case_index, lane, layer);
    a->steps++;
    Vector *moves = &a->scratch_moves[layer], *spans = &a->scratch_spans[layer];
    moves->count = spans->count = 0;
    Making making = {.case_index = case_index, .layer = layer};
    if (layer < a->layers) start_making(a, &making, profile, case_index, lane, layer);
    if (layer < p->numbers_count) {
        node.cell = (int16_t)(layer * p->colours + lane);
        read_number(a, &node, &making);
    } else if (layer < a->layers) {
        node.cell = (int16_t)(p->faces + lane);
        node.low_reals = profile >> PUT_OFF_REALS & FIELD;
        node.low_wilds = profile >> PUT_OFF_WILDS & FIELD;
        node.reals = node.wilds = 1;
        add_moves(a, &making, node.low_reals, node.low_wilds);
    } else {
        node.cell = (int16_t)p->cells;
    }

    /* Only now, when all that comes after it has its place, does the node get one. */
    int32_t place = (int32_t)a->nodes.count;
    size_t first_move = a->moves.count, first_span = a->buckets.count;
    reserve(&a->moves, sizeof(Move), first_move + moves->count);
    if (moves->count) memcpy((Move *)a->moves.items + first_move, moves->items, moves->count * sizeof(Move));
    a->moves.count += moves->count;
    reserve(&a->buckets, sizeof(Span), first_span + spans->count);
    for (size_t at = 0; at < spans->count; at++) {
        Span span = ((Span *)spans->items)[at];
        ((Span *)a->buckets.items)[first_span + at] = (Span){span.first + (int32_t)first_move, span.count};
    }
    a->buckets.count += spans->count;
    node.buckets = (int32_t)first_span;
    node.options.first = (int32_t)a->options.count;
    if (layer < a->layers) add_options(a, &node, case_index, layer);
    int64_t *gains = push(&a->gains, sizeof(int64_t) * a->tolls * a->stride);
    for (int toll = 0; toll < a->tolls && layer < a->layers; toll++) look_ahead(a, &node, gains + toll * a->stride, toll);
    for (int free = 0; free < a->tolls * a->stride && layer == a->layers; free++) gains[free] = profile & MUST_END ? DEAD : 0;
    for (node.need = 0; node.need <= UNITS * node.jokers && gains[node.need] == DEAD;) node.need++;
    *(Node *)push(&a->nodes, sizeof(Node)) = node;
    return place;
}

int32_t find_node(Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    int32_t class = *class_at(a, case_index, lane, layer);
    uint64_t key = (uint64_t)class << 32 | profile;
    uint32_t hash = hash_words(&key, 1), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&a->node_index, hash, &slot)) != UINT32_MAX)
        if (NODE(a, place).class == class && NODE(a, place).profile == profile) return (int32_t)place;
    int32_t made = make_node(a, ((int32_t *)a->class_cases.items)[4 * (size_t)class], lane, layer, profile);
    index_add(&a->node_index, hash, (uint32_t)made);
    return made;
}
