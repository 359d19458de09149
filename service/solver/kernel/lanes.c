/* The open runs of one lane: see plays/lanes.py. */
#include <string.h>

#include "plays.h"

static const uint32_t MUST_END = ~(uint32_t)(FIELD << LONG_SHIFT);

int jokers_of(const Problem *p, int case_index) { return p->free_jokers[case_index] + p->hand_jokers[case_index]; }

static int smaller(int one, int other) { return one < other ? one : other; }

static int tiles_in(const Problem *p, int case_index, int face) {
    size_t at = (size_t)case_index * p->faces + face;
    return p->must[at] + p->may[at] + p->bound[at];
}

static int lane_width(const Problem *p) { return p->mixed ? p->colours : 1; }

/* --- which cases have the same to come ------------------------------------------------------------------------- */

static int32_t *class_at(Automaton *a, int case_index, int lane, int layer) {
    return a->classes + ((size_t)case_index * a->problem->lanes + lane) * (a->layers + 1) + layer;
}

static int rows_equal(const Automaton *a, int one, int other, int lane, int layer) {
    const Problem *p = a->problem;
    if (jokers_of(p, one) != jokers_of(p, other)) return 0;
    if (layer >= p->numbers_count) return 1;
    size_t number = (size_t)one * p->numbers_count + layer, rival = (size_t)other * p->numbers_count + layer;
    if (a->most_groups[number] != a->most_groups[rival]) return 0;
    if (a->units[number] != a->units[rival] || a->second_units[number] != a->second_units[rival]) return 0;
    size_t mine = (size_t)one * p->faces + layer * p->colours + lane;
    size_t yours = (size_t)other * p->faces + layer * p->colours + lane;
    for (int at = 0; at < lane_width(p); at++)
        if (p->must[mine + at] != p->must[yours + at] || p->may[mine + at] != p->may[yours + at] ||
            p->bound[mine + at] != p->bound[yours + at] || p->played[mine + at] != p->played[yours + at])
            return 0;
    return 1;
}

static void find_classes(Automaton *a) {
    const Problem *p = a->problem;
    Index index;
    index_open(&index);
    for (int case_index = 0; case_index < p->cases; case_index++)
        for (int lane = 0; lane < p->lanes; lane++)
            for (int layer = a->layers; layer >= 0; layer--) {
                int32_t next = layer < a->layers ? *class_at(a, case_index, lane, layer + 1) : -1;
                uint64_t key[6] = {(uint64_t)(uint32_t)next, (uint64_t)lane << 32 | layer, (uint64_t)jokers_of(p, case_index)};
                if (layer < p->numbers_count)
                    for (int at = 0; at < lane_width(p); at++) {
                        size_t face = (size_t)case_index * p->faces + layer * p->colours + lane + at;
                        key[3] = key[3] * 17 + p->must[face];
                        key[4] = key[4] * 17 + p->may[face];
                        key[5] = key[5] * 289 + p->bound[face] * 17 + p->played[face];
                    }
                uint32_t hash = hash_words(key, 6), place;
                size_t slot = SIZE_MAX;
                while ((place = index_next(&index, hash, &slot)) != UINT32_MAX) {
                    const int32_t *known = (int32_t *)a->class_cases.items + 4 * (size_t)place;
                    if (known[1] == lane && known[2] == layer && known[3] == next &&
                        rows_equal(a, known[0], case_index, lane, layer))
                        break;
                }
                if (place == UINT32_MAX) {
                    place = (uint32_t)a->class_cases.count;
                    int32_t *made = push(&a->class_cases, 4 * sizeof(int32_t));
                    made[0] = case_index;
                    made[1] = lane;
                    made[2] = layer;
                    made[3] = next;
                    index_add(&index, hash, place);
                }
                *class_at(a, case_index, lane, layer) = (int32_t)place;
            }
    index_drop(&index);
}

/* --- groups ------------------------------------------------------------------------------------------------------ */

static int count_groups(const Problem *p, int case_index, int number) {
    int total = 0, groups = 0;
    if (!p->groups) return 0;
    for (int colour = 0; colour < p->colours; colour++) total += tiles_in(p, case_index, number * p->colours + colour);
    while (groups < total) {
        int tiles = jokers_of(p, case_index);
        for (int colour = 0; colour < p->colours; colour++)
            tiles += smaller(tiles_in(p, case_index, number * p->colours + colour), groups + 1);
        if (tiles < SHORTEST * (groups + 1)) break;
        groups++;
    }
    return groups;
}

/* What groups of a number take of jokers at least, shared out between the tiles in them. Where there is only one colour, a
 * group takes two jokers; where there are two, one, half of it for each tile. Where there are more, but not six tiles for two
 * groups, whoever gives a second tile of a face makes a second group needed, and pays for what that lacks. */
static void share_units(Automaton *a, int case_index, int number) {
    const Problem *p = a->problem;
    size_t at = (size_t)case_index * p->numbers_count + number;
    int present = 0, twice = 0, lack = 2 * SHORTEST;
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
        int tiles = tiles_in(p, case_index, face);
        present += tiles > 0;
        twice += tiles > 1;
        lack -= smaller(tiles, 2);
    }
    if (present && present < SHORTEST)
        a->units[at] = (uint8_t)(UNITS * (SHORTEST - present) / present);
    else if (twice && lack > 0)
        a->second_units[at] = (uint8_t)(UNITS * lack / twice);
}

void lanes_open(Automaton *a) {
    const Problem *p = a->problem;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        uint8_t *groups = a->most_groups + (size_t)case_index * p->numbers_count;
        uint8_t *room = a->room + (size_t)case_index * p->faces;
        for (int number = 0; number < p->numbers_count; number++) {
            groups[number] = (uint8_t)count_groups(p, case_index, number);
            share_units(a, case_index, number);
        }
        for (int face = p->faces - 2; face >= 0; face--)
            if ((face + 1) % p->colours)
                room[face] = (uint8_t)(room[face + 1] + smaller(tiles_in(p, case_index, face + 1), groups[face / p->colours]));
    }
    find_classes(a);
}

/* --- nodes ------------------------------------------------------------------------------------------------------- */

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

static uint32_t cap_long(const Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    const Problem *p = a->problem;
    int most = 0;
    if (layer + 1 < a->layers) most = jokers_of(p, case_index);
    if (layer + 1 < p->numbers_count)
        for (int at = 0; at < lane_width(p); at++) most += tiles_in(p, case_index, (layer + 1) * p->colours + lane + at);
    else if (layer + 1 < a->layers)
        most += (profile >> PUT_OFF_REALS & FIELD) + (profile >> PUT_OFF_WILDS & FIELD);
    int surplus = (int)(profile >> LONG_SHIFT & FIELD) - most;
    return surplus > 0 ? profile - ((uint32_t)surplus << LONG_SHIFT) : profile;
}

/* Every way on with so many tiles in runs that is not dead at once, onto the layer's scratch. */
static void add_moves(Automaton *a, uint32_t profile, int case_index, int lane, int layer, int reals, int wilds) {
    const Problem *p = a->problem;
    Vector *moves = &a->scratch_moves[layer];
    Span *span = push(&a->scratch_spans[layer], sizeof(Span));
    int32_t first = span->first = (int32_t)moves->count;
    span->count = 0;
    if (!p->runs) {
        if (!reals && !wilds) {
            int32_t target = find_node(a, case_index, lane, layer + 1, 0);
            Move *move = push(moves, sizeof(Move));
            *move = (Move){target, 0, (uint8_t)NODE(a, target).need, 0};
            ((Span *)a->scratch_spans[layer].items)[a->scratch_spans[layer].count - 1].count = 1;
        }
        return;
    }
    int jokers_all = jokers_of(p, case_index);
    int heads_allowed = !p->lazy || layer >= a->layers - 1 - JOKERS_HEAD_LATE;
    int choose = p->ace_high && layer == 0;
    uint64_t seen[4096];
    int seen_count = 0;
    Grown grown[4096];
    for (int off_reals = 0; off_reals <= (choose ? reals : 0); off_reals++)
        for (int off_wilds = 0; off_wilds <= (choose ? wilds : 0); off_wilds++) {
            uint32_t carried = layer == p->numbers_count ? 0 : profile & ~(uint32_t)RUNS;
            if (choose) carried = (uint32_t)off_reals << PUT_OFF_REALS | (uint32_t)off_wilds << PUT_OFF_WILDS;
            int now_reals = reals - off_reals, now_wilds = wilds - off_wilds;
            for (int jokers = 0; jokers <= jokers_all; jokers++) {
                int as_real = p->strict ? 0 : jokers;
                int count = grow(profile & RUNS, now_reals + as_real, now_wilds + jokers - as_real, grown);
                for (int at = 0; at < count; at++) {
                    a->steps++;
                    if (grown[at].fresh > now_reals + now_wilds && !heads_allowed) continue;
                    uint32_t after = cap_long(a, case_index, lane, layer, grown[at].profile | carried);
                    uint64_t mark = (uint64_t)jokers << 32 | after;
                    int known = 0;
                    for (int earlier = 0; earlier < seen_count && !known; earlier++) known = seen[earlier] == mark;
                    if (known) continue;
                    if (seen_count < 4096) seen[seen_count++] = mark;
                    int32_t target = find_node(a, case_index, lane, layer + 1, after);
                    int need = NODE(a, target).need;
                    if (need + UNITS * jokers > UNITS * jokers_all) continue;
                    Move *move = push(moves, sizeof(Move));
                    *move = (Move){target, (uint8_t)jokers, (uint8_t)need, grown[at].fresh > 0};
                }
            }
        }
    ((Span *)a->scratch_spans[layer].items)[a->scratch_spans[layer].count - 1].count = (int32_t)moves->count - first;
}

static void add_option(Automaton *a, Node *node, int reals, int wilds, int gain, int letter, int grouped, int units) {
    Span moves = moves_for(a, node, reals, wilds);
    if (!moves.count) return;
    *(Option *)push(&a->options, sizeof(Option)) = (Option){moves, gain, (int16_t)letter, (uint8_t)grouped, (uint8_t)units};
    node->options.count++;
}

/* All ways on, by how many tiles of the number go into runs. */
static void read_number(Automaton *a, Node *node, int case_index, int lane, int layer) {
    const Problem *p = a->problem;
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
            add_moves(a, node->profile, case_index, lane, layer, run_reals, run_wilds);
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

static int32_t make_node(Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    const Problem *p = a->problem;
    Node node = {.profile = profile, .rank = rank_of(profile), .jokers = (int16_t)jokers_of(p, case_index)};
    a->steps++;
    Vector *moves = &a->scratch_moves[layer], *spans = &a->scratch_spans[layer];
    moves->count = spans->count = 0;
    if (layer < p->numbers_count) {
        node.cell = (int16_t)(layer * p->colours + lane);
        read_number(a, &node, case_index, lane, layer);
    } else if (layer < a->layers) {
        node.cell = (int16_t)(p->faces + lane);
        node.low_reals = profile >> PUT_OFF_REALS & FIELD;
        node.low_wilds = profile >> PUT_OFF_WILDS & FIELD;
        node.reals = node.wilds = 1;
        add_moves(a, profile, case_index, lane, layer, node.low_reals, node.low_wilds);
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
    int64_t *gains = push(&a->gains, sizeof(int64_t) * a->stride);
    if (layer < a->layers)
        look_ahead(a, &node, gains);
    else
        for (int free = 0; free < a->stride; free++) gains[free] = profile & MUST_END ? DEAD : 0;
    for (node.need = 0; node.need <= UNITS * node.jokers && gains[node.need] == DEAD;) node.need++;
    *(Node *)push(&a->nodes, sizeof(Node)) = node;
    return place;
}

int32_t find_node(Automaton *a, int case_index, int lane, int layer, uint32_t profile) {
    uint64_t key = (uint64_t)*class_at(a, case_index, lane, layer) << 32 | profile;
    uint32_t hash = hash_words(&key, 1), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&a->node_index, hash, &slot)) != UINT32_MAX)
        if (((uint64_t *)a->node_keys.items)[place] == key) return (int32_t)place;
    int32_t made = make_node(a, ((int32_t *)a->class_cases.items)[4 * (size_t)(key >> 32)], lane, layer, profile);
    *(uint64_t *)push(&a->node_keys, sizeof(uint64_t)) = key;
    index_add(&a->node_index, hash, (uint32_t)made);
    return made;
}
