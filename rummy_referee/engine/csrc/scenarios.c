/* Preprocessing: tables for each scenario, and equivalence classes of scenarios that share nodes.
 *
 * For each scenario and number this computes how many groups are possible and a lower bound on the jokers that groups need.
 * The second part is hash consing: two scenarios are in the same class of a run colour and a layer if they have the same tiles
 * from there on. They then share all nodes of that class.
 *
 * Example: red 7 and blue 7 are all sevens there are. A group of sevens needs a joker, so each of the two tiles is charged one
 * unit (half a joker). With one joker in the scenario one group is possible; without jokers none.
 */
#include "automaton.h"

/* --- classes ---------------------------------------------------------------------------------------------------------- */

/* Whether two scenarios have the same tiles and tables in one layer of a run colour. */
static int is_layer_equal(const Automaton *a, int one, int other, int run_colour, int layer) {
    const Problem *p = a->problem;
    if (jokers_of(p, one) != jokers_of(p, other)) return 0;
    if (layer >= p->numbers_count) return 1;
    size_t number = (size_t)one * p->numbers_count + layer, other_number = (size_t)other * p->numbers_count + layer;
    if (a->max_groups[number] != a->max_groups[other_number]) return 0;
    if (a->units[number] != a->units[other_number] || a->second_units[number] != a->second_units[other_number]) return 0;
    size_t face = (size_t)one * p->faces + layer * p->colours + run_colour;
    size_t other_face = (size_t)other * p->faces + layer * p->colours + run_colour;
    for (int at = 0; at < colours_per_run(p); at++, face++, other_face++)
        if (p->required[face] != p->required[other_face] || p->optional[face] != p->optional[other_face] ||
            p->bound[face] != p->bound[other_face] || p->played[face] != p->played[other_face])
            return 0;
    return 1;
}

static uint32_t hash_class(const Problem *p, const TileClass *class) {
    uint64_t key[6] = {(uint64_t)(uint32_t)class->next, (uint64_t)class->run_colour << 32 | (uint32_t)class->layer,
                       (uint64_t)jokers_of(p, class->scenario)};
    size_t first = (size_t)class->scenario * p->faces + class->layer * p->colours + class->run_colour;
    if (class->layer < p->numbers_count)
        for (size_t face = first; face < first + colours_per_run(p); face++) {
            key[3] = key[3] * 17 + p->required[face];
            key[4] = key[4] * 17 + p->optional[face];
            key[5] = key[5] * 289 + p->bound[face] * 17 + p->played[face];
        }
    return hash_u64(key, 6);
}

/* The index of a class, which is added if it is new. */
static int32_t find_class(Automaton *a, Index *index, const TileClass *class) {
    uint32_t hash = hash_class(a->problem, class), position;
    size_t slot = SIZE_MAX;
    while ((position = index_next(index, hash, &slot)) != UINT32_MAX) {
        const TileClass *known = (TileClass *)a->classes.items + position;
        if (known->run_colour == class->run_colour && known->layer == class->layer && known->next == class->next &&
            is_layer_equal(a, known->scenario, class->scenario, class->run_colour, class->layer))
            return (int32_t)position;
    }
    index_add(index, hash, (uint32_t)a->classes.count);
    *(TileClass *)vector_push(&a->classes, sizeof(TileClass)) = *class;
    return (int32_t)a->classes.count - 1;
}

static void find_classes(Automaton *a) {
    const Problem *p = a->problem;
    Index index;
    index_open(&index);
    for (int scenario = 0; scenario < p->scenarios; scenario++)
        for (int run_colour = 0; run_colour < p->run_colours; run_colour++) {
            int32_t next = -1;
            for (int layer = a->layers; layer >= 0; layer--) {
                TileClass class = {scenario, run_colour, layer, next};
                next = *class_at(a, scenario, run_colour, layer) = find_class(a, &index, &class);
            }
        }
    index_release(&index);
}

/* --- groups ----------------------------------------------------------------------------------------------------------- */

/* The largest number of groups of a number. */
static int count_groups(const Problem *p, int scenario, int number) {
    int total = 0, groups = 0;
    if (!p->groups) return 0;
    for (int colour = 0; colour < p->colours; colour++) total += tiles_in(p, scenario, number * p->colours + colour);
    while (groups < total) {
        int tiles = jokers_of(p, scenario);
        for (int colour = 0; colour < p->colours; colour++)
            tiles += min_int(tiles_in(p, scenario, number * p->colours + colour), groups + 1);
        if (tiles < MIN_MELD * (groups + 1)) break;
        groups++;
    }
    return groups;
}

/* Charges the jokers that groups of a number need to the tiles in them, as a lower bound. A group of one colour needs two
 * jokers, a group of two colours one, half for each tile. If there are more colours, but fewer than six tiles for two groups,
 * a second tile of a face needs a second group: it is charged for the tiles that this lacks. */
static void charge_units(Automaton *a, int scenario, int number) {
    const Problem *p = a->problem;
    size_t at = (size_t)scenario * p->numbers_count + number;
    int present = 0, twice = 0, lack = 2 * MIN_MELD;
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
        int tiles = tiles_in(p, scenario, face);
        present += tiles > 0;
        twice += tiles > 1;
        lack -= min_int(tiles, 2);
    }
    if (present && present < MIN_MELD)
        a->units[at] = (uint8_t)(UNITS * (MIN_MELD - present) / present);
    else if (twice && lack > 0)
        a->second_units[at] = (uint8_t)(UNITS * lack / twice);
}

/* A lower bound on the jokers needed to lay all required tiles of a number in groups. */
static int jokers_for_groups(const Problem *p, int scenario, int number) {
    int groups = 0, tiles = 0;
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
        size_t at = (size_t)scenario * p->faces + face;
        groups = max_int(groups, p->required[at] + p->bound[at]);
    }
    for (int face = number * p->colours; face < (number + 1) * p->colours; face++)
        tiles += min_int(tiles_in(p, scenario, face), groups);
    return max_int(MIN_MELD * groups - tiles, 0);
}

/* Whether some tile must lie in a run, because there are too few jokers for groups of all required tiles. */
static int needs_run(const Problem *p, int scenario) {
    int jokers = 0;
    for (int number = 0; number < p->numbers_count; number++) jokers += jokers_for_groups(p, scenario, number);
    return jokers > jokers_of(p, scenario);
}

/* Fills the tables of an automaton that depend on the scenario alone. */
void scenarios_open(Automaton *a) {
    const Problem *p = a->problem;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        uint8_t *groups = a->max_groups + (size_t)scenario * p->numbers_count;
        uint8_t *after = a->groupable_after + (size_t)scenario * p->faces;
        for (int number = 0; number < p->numbers_count; number++) {
            groups[number] = (uint8_t)count_groups(p, scenario, number);
            charge_units(a, scenario, number);
        }
        for (int face = p->faces - 2; face >= 0; face--)
            if ((face + 1) % p->colours)
                after[face] = (uint8_t)(after[face + 1] + min_int(tiles_in(p, scenario, face + 1), groups[face / p->colours]));
        a->has_run[scenario] = (uint8_t)(p->defer_jokers && needs_run(p, scenario));
    }
    find_classes(a);
}
