/* Transitions over a layer: enumeration of a product of choices with early pruning.
 *
 * `expand` in automaton.c reads one cell after the other. Here the letters of a whole layer are read at once. First each run
 * colour lists its choices: how many tiles go into groups, and what its runs become with the others and some jokers. Then
 * the product of the choices is enumerated depth first. A combination is dropped as soon as its jokers do not suffice, its
 * groups cannot be completed, or no open word remains possible (callbacks). Finally jokers are added to the groups. Mixed
 * runs have one run colour, so there only the split between groups and runs is chosen colour by colour.
 *
 * Example: the letters of number 7 are R7 B7 K7 Y7, R8 and R9 may follow, and there are no jokers. Red has two choices: R7
 * into a group, or as the start of a run. The other colours have one, since no run of theirs could be completed. The product
 * has two transitions, a group of four, and the run with the group B7 K7 Y7. With the letters R7 B7 K7 there is one
 * transition, the group: if R7 starts a run, B7 K7 is too short.
 */
#include <stdlib.h>

#include "transitions.h"

/* Tiles of a layer in groups: all, the real ones, and the largest number of one colour, which is a lower bound on the number
 * of groups. */
typedef struct {
    int tiles, reals, max_per_colour;
} GroupTiles;

static void run_mixed(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open);

static GroupTiles add_to_groups(GroupTiles groups, int reals, int wilds) {
    return (GroupTiles){groups.tiles + reals + wilds, groups.reals + reals, max_int(groups.max_per_colour, reals + wilds)};
}

/* Whether groups can be completed with at most `more` tiles. */
static int can_complete(GroupTiles groups, int more) {
    return !groups.tiles || groups.tiles + more >= MIN_MELD * groups.max_per_colour;
}

/* --- order: what is closest to the old arrangement comes first ---------------------------------------------------------- */

/* The n-th of the numbers 0 to max, ordered by distance from the old one; of two equally close ones the higher comes first. */
static int nth_nearest(int old, int max, int n) {
    if (old > max) return max - n;
    int pairs = min_int(old, max - old); /* one above and one below */
    if (n <= 2 * pairs) return n & 1 ? old + (n + 1) / 2 : old - n / 2;
    return old > max - old ? max - n : n;
}

/* The n-th of the numbers 0 to max in ascending order, except that the old one comes first. */
static int nth_after_old(int old, int max, int n) {
    if (old > max) return n;
    if (n == 0) return old;
    return n <= old ? n - 1 : n;
}

/* Whether one run step is closer to the old arrangement than another: by high aces, then by jokers. */
static int is_nearer(const Enumeration *e, int run_colour, const RunStep *one, const RunStep *other) {
    if (e->a->problem->ace_high && !e->layer) {
        uint32_t profile = NODE(e->a, one->target).profile, other_profile = NODE(e->a, other->target).profile;
        int old = e->before->high_aces[run_colour];
        int reals = (int)(profile >> HIGH_ACE_REALS & COUNT_MASK),
            other_reals = (int)(other_profile >> HIGH_ACE_REALS & COUNT_MASK);
        if (abs(reals - old) != abs(other_reals - old)) return abs(reals - old) < abs(other_reals - old);
        if (reals != other_reals) return reals > other_reals;
        int wilds = (int)(profile >> HIGH_ACE_WILDS & COUNT_MASK),
            other_wilds = (int)(other_profile >> HIGH_ACE_WILDS & COUNT_MASK);
        if (wilds != other_wilds) return wilds < other_wilds;
    }
    int old = e->before->run_jokers[run_colour][e->layer];
    if ((one->jokers == old) != (other->jokers == old)) return one->jokers == old;
    return one->jokers < other->jokers;
}

/* Sets `order` to the indexes of run steps in the order in which they are tried. */
static void sort_run_steps(const Enumeration *e, int run_colour, Span span, int16_t *order) {
    const RunStep *run_steps = (RunStep *)e->a->run_steps.items + span.first;
    if (span.count > MAX_CHOICES) abort();
    for (int at = 0; at < span.count; at++) {
        int to = at;
        if (e->before)
            for (; to > 0 && is_nearer(e, run_colour, &run_steps[at], &run_steps[order[to - 1]]); to--) order[to] = order[to - 1];
        order[to] = (int16_t)at;
    }
}

/* The tiles of a cell that were in groups: real ones and bound jokers, which count as real unless bare runs are tracked. */
static void grouped_before(const Enumeration *e, int cell, int *reals, int *wilds) {
    int track_bare = e->a->problem->track_bare;
    *reals = *wilds = 0;
    if (!e->before) return;
    *reals = e->before->group_reals[cell] + (track_bare ? 0 : e->before->group_bound[cell]);
    *wilds = track_bare ? e->before->group_bound[cell] : 0;
}

/* --- common to plain and mixed runs ------------------------------------------------------------------------------------- */

/* The common field of a state after jokers went into runs. */
static uint64_t add_jokers(const Enumeration *e, uint64_t common, int jokers, int starts_run) {
    const Problem *p = e->a->problem;
    common -= (uint64_t)jokers << LEFT_SHIFT;
    if (starts_run && p->defer_jokers) common |= (uint64_t)1 << RUN_SHIFT;
    if (jokers && p->jokers_have_value)
        common = add_value(p, common, jokers * p->values[e->layer < p->numbers_count ? e->layer : 0]);
    return common;
}

/* Completes the groups with up to `spare` jokers. Then the transition is accepted, or mixed runs follow. */
static void close_layer(Enumeration *e, const State *state, GroupTiles groups, int spare, uint64_t split_code,
                        const uint64_t *open) {
    const Problem *p = e->a->problem;
    int max_jokers = groups.tiles ? spare : 0, has_run = run_flag(state->common);
    for (int n = 0; n <= max_jokers && !e->done; n++) {
        int jokers = e->before ? nth_after_old(e->before->group_jokers[e->layer], max_jokers, n) : n;
        e->a->steps++;
        if (groups.tiles && min_groups(groups.tiles, groups.reals, groups.max_per_colour, jokers, p->colours) < 0) continue;
        State closed = *state;
        closed.common -= (uint64_t)jokers << LEFT_SHIFT;
        if (jokers && p->jokers_have_value) closed.common = add_value(p, closed.common, jokers * p->values[e->layer]);
        uint64_t closed_code = split_code | (uint64_t)jokers << GROUP_JOKERS_SHIFT;
        if (p->mixed)
            run_mixed(e, &closed, closed_code, open);
        else
            e->accept(e, &closed, closed_code, open);
        if (has_run && !e->before) break; /* further jokers can join a run instead */
    }
}

/* --- plain runs: a product over the run colours ------------------------------------------------------------------------- */

/* Adds the choices of a run colour with the given tiles in groups, if the other run colours take no more jokers than they
 * need. */
static void add_choices(Enumeration *e, int run_colour, const State *state, int grouped, int wild, int needs_of_all) {
    Automaton *a = e->a;
    ColourChoices *all = &e->run_colours[run_colour];
    const Node *node = &NODE(a, state->node[run_colour]);
    Span span = run_steps_over(a, node, e->layer, e->reals[run_colour] - grouped, e->wilds[run_colour] - wild);
    int max_units = units_for(a, state, run_colour, e->layer, grouped + wild, needs_of_all);
    int16_t order[MAX_CHOICES];
    sort_run_steps(e, run_colour, span, order);
    for (int at = 0; at < span.count; at++) {
        const RunStep *run_step = (RunStep *)a->run_steps.items + span.first + order[at];
        int units = UNITS * run_step->jokers + run_step->need;
        a->steps++;
        if (units > max_units) continue;
        if (all->count == MAX_CHOICES) abort();
        Choice *choice = &all->choices[all->count];
        *choice = (Choice){.target = (uint32_t)run_step->target,
                           .grouped = (uint8_t)grouped,
                           .wild = (uint8_t)wild,
                           .jokers = run_step->jokers,
                           .starts_run = run_step->starts_run,
                           .units = (uint8_t)units,
                           .spare = (uint8_t)(max_units - UNITS * run_step->jokers)};
        if (e->prepare && !e->prepare(e, choice)) continue;
        all->count++;
        all->min_units = min_int(all->min_units, units);
        all->max_grouped = max_int(all->max_grouped, grouped + wild);
    }
}

/* Finds all choices of a run colour. */
static void find_choices(Enumeration *e, int run_colour, const State *state, int needs_of_all) {
    const Problem *p = e->a->problem;
    ColourChoices *all = &e->run_colours[run_colour];
    all->count = all->max_grouped = 0;
    all->min_units = UNITS * MAX_JOKERS;
    if (e->layer == p->numbers_count) {
        add_choices(e, run_colour, state, 0, 0, needs_of_all);
        return;
    }
    int max_grouped = min_int(e->reals[run_colour], e->groups), old_grouped, old_wild;
    grouped_before(e, e->layer * p->colours + run_colour, &old_grouped, &old_wild);
    for (int n = 0; n <= max_grouped; n++) {
        int grouped = e->before ? nth_nearest(old_grouped, max_grouped, n) : n;
        int max_wild = min_int(e->wilds[run_colour], e->groups - grouped);
        for (int m = 0; m <= max_wild; m++)
            add_choices(e, run_colour, state, grouped, e->before ? nth_nearest(old_wild, max_wild, m) : m, needs_of_all);
    }
}

/* Tries every choice of a run colour and goes on to the next one. `units`: units of jokers that no earlier run colour takes
 * or needs. */
static void choose(Enumeration *e, int run_colour, uint64_t common, GroupTiles groups, int units, uint64_t split_code,
                   const uint64_t *open) {
    if (run_colour == e->a->problem->run_colours) {
        e->joined.common = common;
        close_layer(e, &e->joined, groups, units / UNITS, split_code, open);
        return;
    }
    const ColourChoices *all = &e->run_colours[run_colour];
    uint64_t narrower[MAX_BATCH_LIMBS];
    for (int at = 0; at < all->count && !e->done; at++) {
        const Choice *choice = &all->choices[at];
        GroupTiles joined = add_to_groups(groups, choice->grouped, choice->wild);
        int units_left = units - choice->units, spare = units_left - all->min_units_after;
        e->a->steps++;
        if (spare < 0 || !can_complete(joined, all->max_grouped_after + spare / UNITS)) continue;
        if (!e->narrow(e, choice, open, narrower)) continue;
        e->joined.node[run_colour] = choice->target;
        uint64_t code = (uint64_t)(choice->grouped | choice->wild << BOUND_SHIFT | choice->jokers << RUN_JOKERS_SHIFT);
        choose(e, run_colour + 1, add_jokers(e, common, choice->jokers, choice->starts_run), joined, units_left,
               split_code | code << COLOUR_BITS * run_colour, narrower);
    }
}

static void enumerate_plain(Enumeration *e, const State *state, const uint64_t *open) {
    int run_colours = e->a->problem->run_colours, needs_of_all = needed_units(e->a, state), min_units = 0, max_grouped = 0;
    for (int run_colour = 0; run_colour < run_colours; run_colour++) {
        find_choices(e, run_colour, state, needs_of_all);
        if (!e->run_colours[run_colour].count) return;
    }
    for (int run_colour = run_colours - 1; run_colour >= 0; run_colour--) {
        ColourChoices *all = &e->run_colours[run_colour];
        all->min_units_after = min_units;
        all->max_grouped_after = max_grouped;
        min_units += all->min_units;
        max_grouped += all->max_grouped;
    }
    e->joined = *state;
    choose(e, 0, state->common, (GroupTiles){0, 0, 0}, UNITS * jokers_left(state), 0, open);
}

/* --- mixed runs --------------------------------------------------------------------------------------------------------- */

/* Puts the tiles of the layer that are not in groups, and some jokers, into runs. */
static void run_mixed(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open) {
    const Node *node = &NODE(e->a, state->node[0]);
    int reals = state->common >> REALS_SHIFT & 15, wilds = state->common >> WILDS_SHIFT & 15;
    Span span = run_steps_over(e->a, node, e->layer, reals, wilds);
    int16_t order[MAX_CHOICES];
    sort_run_steps(e, 0, span, order);
    for (int at = 0; at < span.count && !e->done; at++) {
        RunStep run_step = ((RunStep *)e->a->run_steps.items)[span.first + order[at]];
        e->a->steps++;
        if (UNITS * run_step.jokers + run_step.need > UNITS * jokers_left(state)) continue;
        State after = *state;
        after.common = add_jokers(e, after.common & BETWEEN_LAYERS_MASK, run_step.jokers, run_step.starts_run);
        after.node[0] = (uint32_t)run_step.target;
        e->accept(e, &after, split_code | (uint64_t)run_step.jokers << RUN_JOKERS_SHIFT, open);
    }
}

/* Tries every split of the tiles of a colour between groups and runs and goes on to the next colour. */
static void enumerate_mixed(Enumeration *e, int colour, const State *state, GroupTiles groups, uint64_t split_code,
                            const uint64_t *open) {
    const Problem *p = e->a->problem;
    if (colour == p->colours) {
        close_layer(e, state, groups, jokers_left(state), split_code, open);
        return;
    }
    int cell = e->layer * p->colours + colour, old_grouped, old_wild;
    int more = e->a->groupable_after[(size_t)e->scenario * p->faces + cell] + jokers_left(state);
    int max_grouped = min_int(e->reals[colour], e->groups);
    grouped_before(e, cell, &old_grouped, &old_wild);
    for (int n = 0; n <= max_grouped && !e->done; n++) {
        int grouped = e->before ? nth_nearest(old_grouped, max_grouped, n) : n;
        int max_wild = min_int(e->wilds[colour], e->groups - grouped);
        for (int m = 0; m <= max_wild && !e->done; m++) {
            int wild = e->before ? nth_nearest(old_wild, max_wild, m) : m;
            GroupTiles joined_groups = add_to_groups(groups, grouped, wild);
            e->a->steps++;
            if (!can_complete(joined_groups, more)) continue;
            State joined = *state;
            joined.common += (uint64_t)(e->reals[colour] - grouped) << REALS_SHIFT;
            joined.common += (uint64_t)(e->wilds[colour] - wild) << WILDS_SHIFT;
            uint64_t code = (uint64_t)(grouped | wild << BOUND_SHIFT) << COLOUR_BITS * colour;
            enumerate_mixed(e, colour + 1, &joined, joined_groups, split_code | code, open);
        }
    }
}

/* --- all transitions ---------------------------------------------------------------------------------------------------- */

/* Sets the tiles of the layer, and adds the letters to the tiles and the value of the state. Returns 0 if the scenario does
 * not have the letters or they exceed the cap. */
static int read_letters(Enumeration *e, const uint8_t *letters, State *state) {
    const Problem *p = e->a->problem;
    int sum = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        size_t row = (size_t)e->scenario * p->faces + e->layer * p->colours + colour;
        int used = letters[colour] - p->played[row];
        if (used < 0 || used > p->optional[row]) return 0;
        e->reals[colour] = p->required[row] + used;
        e->wilds[colour] = p->bound[row];
        sum += letters[colour];
    }
    if (e->a->capped) {
        if (used_of(state->common) + sum > p->cap) return 0;
        state->common += (uint64_t)sum << USED_SHIFT;
    }
    if (e->a->count_value) state->common = add_value(p, state->common, sum * p->values[e->layer]);
    return 1;
}

/* Calls e->accept for every transition of a state over a layer with some letters that may lead to open words. The layer of
 * high aces has no letters. */
void enumerate_transitions(Enumeration *e, int layer, const State *state, const uint8_t *letters, const uint64_t *open) {
    const Problem *p = e->a->problem;
    int is_high_ace = layer == p->numbers_count;
    State start = *state;
    e->layer = layer;
    e->scenario = scenario_of(state);
    e->groups = is_high_ace ? 0 : e->a->max_groups[e->scenario * p->numbers_count + layer];
    e->done = 0;
    if (!is_high_ace && !read_letters(e, letters, &start)) return;
    if (!p->mixed)
        enumerate_plain(e, &start, open);
    else if (is_high_ace)
        run_mixed(e, &start, 0, open);
    else
        enumerate_mixed(e, 0, &start, (GroupTiles){0, 0, 0}, 0, open);
}
