/* What is to be known of every case before its lanes are looked at. */
#include "automaton.h"

static int smaller(int one, int other) { return one < other ? one : other; }

/* --- which cases have the same to come ------------------------------------------------------------------------- */

static int rows_equal(const Automaton *a, int one, int other, int run_colour, int layer) {
    const Problem *p = a->problem;
    if (jokers_of(p, one) != jokers_of(p, other)) return 0;
    if (layer >= p->numbers_count) return 1;
    size_t number = (size_t)one * p->numbers_count + layer, rival = (size_t)other * p->numbers_count + layer;
    if (a->max_groups[number] != a->max_groups[rival]) return 0;
    if (a->units[number] != a->units[rival] || a->second_units[number] != a->second_units[rival]) return 0;
    size_t mine = (size_t)one * p->faces + layer * p->colours + run_colour;
    size_t yours = (size_t)other * p->faces + layer * p->colours + run_colour;
    for (int at = 0; at < colours_per_run(p); at++)
        if (p->required[mine + at] != p->required[yours + at] || p->optional[mine + at] != p->optional[yours + at] ||
            p->bound[mine + at] != p->bound[yours + at] || p->played[mine + at] != p->played[yours + at])
            return 0;
    return 1;
}

static void find_classes(Automaton *a) {
    const Problem *p = a->problem;
    Index index;
    index_open(&index);
    for (int scenario = 0; scenario < p->scenarios; scenario++)
        for (int run_colour = 0; run_colour < p->run_colours; run_colour++)
            for (int layer = a->layers; layer >= 0; layer--) {
                int32_t next = layer < a->layers ? *class_at(a, scenario, run_colour, layer + 1) : -1;
                uint64_t key[6] = {(uint64_t)(uint32_t)next, (uint64_t)run_colour << 32 | layer, (uint64_t)jokers_of(p, scenario)};
                if (layer < p->numbers_count)
                    for (int at = 0; at < colours_per_run(p); at++) {
                        size_t face = (size_t)scenario * p->faces + layer * p->colours + run_colour + at;
                        key[3] = key[3] * 17 + p->required[face];
                        key[4] = key[4] * 17 + p->optional[face];
                        key[5] = key[5] * 289 + p->bound[face] * 17 + p->played[face];
                    }
                uint32_t hash = hash_u64(key, 6), place;
                size_t slot = SIZE_MAX;
                while ((place = index_next(&index, hash, &slot)) != UINT32_MAX) {
                    const int32_t *known = (int32_t *)a->class_scenarios.items + 4 * (size_t)place;
                    if (known[1] == run_colour && known[2] == layer && known[3] == next &&
                        rows_equal(a, known[0], scenario, run_colour, layer))
                        break;
                }
                if (place == UINT32_MAX) {
                    place = (uint32_t)a->class_scenarios.count;
                    int32_t *made = vector_push(&a->class_scenarios, 4 * sizeof(int32_t));
                    made[0] = scenario;
                    made[1] = run_colour;
                    made[2] = layer;
                    made[3] = next;
                    index_add(&index, hash, place);
                }
                *class_at(a, scenario, run_colour, layer) = (int32_t)place;
            }
    index_release(&index);
}

/* --- groups ------------------------------------------------------------------------------------------------------ */

static int count_groups(const Problem *p, int scenario, int number) {
    int total = 0, groups = 0;
    if (!p->groups) return 0;
    for (int colour = 0; colour < p->colours; colour++) total += tiles_in(p, scenario, number * p->colours + colour);
    while (groups < total) {
        int tiles = jokers_of(p, scenario);
        for (int colour = 0; colour < p->colours; colour++)
            tiles += smaller(tiles_in(p, scenario, number * p->colours + colour), groups + 1);
        if (tiles < MIN_MELD * (groups + 1)) break;
        groups++;
    }
    return groups;
}

/* What groups of a number take of jokers at least, shared out between the tiles in them. Where there is only one colour, a
 * group takes two jokers; where there are two, one, half of it for each tile. Where there are more, but not six tiles for two
 * groups, whoever gives a second tile of a face makes a second group needed, and pays for what that lacks. */
static void share_units(Automaton *a, int scenario, int number) {
    const Problem *p = a->problem;
    size_t at = (size_t)scenario * p->numbers_count + number;
    int present = 0, twice = 0, lack = 2 * MIN_MELD;
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
        int tiles = tiles_in(p, scenario, face);
        present += tiles > 0;
        twice += tiles > 1;
        lack -= smaller(tiles, 2);
    }
    if (present && present < MIN_MELD)
        a->units[at] = (uint8_t)(UNITS * (MIN_MELD - present) / present);
    else if (twice && lack > 0)
        a->second_units[at] = (uint8_t)(UNITS * lack / twice);
}

/* How many jokers it takes at least to lay all that must be laid of a number in groups. */
static int jokers_for_groups(const Problem *p, int scenario, int number) {
    int groups = 0, tiles = 0;
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
        size_t at = (size_t)scenario * p->faces + face;
        if (groups < p->required[at] + p->bound[at]) groups = p->required[at] + p->bound[at];
    }
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++)
        tiles += smaller(tiles_in(p, scenario, face), groups);
    return tiles < MIN_MELD * groups ? MIN_MELD * groups - tiles : 0;
}

/* Whether some tile must lie in a run, since there are too few jokers for groups of all. */
static int has_run(const Problem *p, int scenario) {
    int jokers = 0;
    for (int number = 0; number < p->numbers_count; number++) jokers += jokers_for_groups(p, scenario, number);
    return jokers > jokers_of(p, scenario);
}

void scenarios_open(Automaton *a) {
    const Problem *p = a->problem;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        uint8_t *groups = a->max_groups + (size_t)scenario * p->numbers_count;
        uint8_t *room = a->groupable_after + (size_t)scenario * p->faces;
        for (int number = 0; number < p->numbers_count; number++) {
            groups[number] = (uint8_t)count_groups(p, scenario, number);
            share_units(a, scenario, number);
        }
        for (int face = p->faces - 2; face >= 0; face--)
            if ((face + 1) % p->colours)
                room[face] = (uint8_t)(room[face + 1] + smaller(tiles_in(p, scenario, face + 1), groups[face / p->colours]));
        a->has_run[scenario] = (uint8_t)(p->defer_jokers && has_run(p, scenario));
    }
    find_classes(a);
}
