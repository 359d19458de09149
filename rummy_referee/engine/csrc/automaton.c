/* Finite automaton over the tiles: successors of a state over one cell.
 *
 * A state before a cell says which runs are open, how many free jokers are left, and what went into groups of this number so
 * far (see automaton.h). `expand` lists its steps over the cell: for each letter, each split of the tiles between groups and
 * runs, and each number of free jokers in the runs. After the last colour of a number it completes the groups with jokers.
 *
 * Example: colours red and blue, numbers 1 to 13. Red 3, 4, 5, blue 5 and a free joker lie on the table, red 6 is in the hand.
 * Before the fives the profile of red is 0x010: one run of two. Red 5 must continue it: in a group it would need a joker, and
 * the run another one. Then blue 5 lacks two tiles in a group or in a run, for one joker. There is no step over blue 5, so no
 * word is accepted. Without blue 5 two words are accepted: red 6 stays in the hand (3 4 5 joker), or leaves it (3 4 5 6
 * joker).
 */
#include <string.h>

#include "automaton.h"

/* --- opening and closing ---------------------------------------------------------------------------------------------- */

void automaton_open(Automaton *a, const Problem *problem, const int32_t *weights, int joker_weight, int count_value) {
    memset(a, 0, sizeof *a);
    a->problem = problem;
    a->weights = weights;
    a->joker_weight = joker_weight;
    a->count_value = count_value;
    a->capped = count_value && problem->cap > 0;
    a->layers = problem->numbers_count + problem->ace_high;
    for (int scenario = 0; scenario < problem->scenarios; scenario++) a->jokers = max_int(a->jokers, jokers_of(problem, scenario));
    a->stride = UNITS * a->jokers + 1;
    a->penalties = 1;
    a->next_check = arena_is_stopped() ? 0 : CHECK_STEPS;
    size_t scenarios = problem->scenarios ? problem->scenarios : 1;
    a->max_groups = allocate_zeroed(scenarios, problem->numbers_count);
    a->units = allocate_zeroed(scenarios, problem->numbers_count);
    a->second_units = allocate_zeroed(scenarios, problem->numbers_count);
    a->groupable_after = allocate_zeroed(scenarios, problem->faces);
    a->has_run = allocate_zeroed(scenarios, 1);
    a->is_started = allocate_zeroed(scenarios, 1);
    a->class_ids = allocate_zeroed(scenarios * problem->run_colours * (a->layers + 1), sizeof(int32_t));
    index_open(&a->node_index);
    scenarios_open(a);
}

/* Opens an automaton that accepts every word, whatever its value. */
void automaton_open_for_words(Automaton *a, const Problem *problem) {
    static const int32_t no_weights[MAX_CELLS];
    automaton_open(a, problem, no_weights, 0, problem->jokers_have_value);
}

void automaton_close(Automaton *a) {
    release(a->max_groups);
    release(a->units);
    release(a->second_units);
    release(a->groupable_after);
    release(a->has_run);
    release(a->is_started);
    release(a->class_ids);
    release(a->multipliers);
    vector_release(&a->classes);
    vector_release(&a->nodes);
    vector_release(&a->gains);
    vector_release(&a->buckets);
    vector_release(&a->run_steps);
    vector_release(&a->splits);
    vector_release(&a->out);
    vector_release(&a->ranked);
    index_release(&a->node_index);
    for (int layer = 0; layer < MAX_LAYERS; layer++) {
        vector_release(&a->scratch_run_steps[layer]);
        vector_release(&a->scratch_spans[layer]);
    }
}

/* --- states ----------------------------------------------------------------------------------------------------------- */

/* Computes the start state of a scenario; returns whether there are enough jokers for an end to be reachable from it. */
int start_state(Automaton *a, int scenario, State *state) {
    const Problem *p = a->problem;
    int jokers = jokers_of(p, scenario), value = p->jokers_have_value ? min_int(p->bound_value[scenario], p->minimum) : 0;
    a->is_started[scenario] = 1;
    memset(state, 0, sizeof *state);
    for (int run_colour = 0; run_colour < p->run_colours; run_colour++)
        state->node[run_colour] = (uint32_t)find_node(a, scenario, run_colour, 0, 0);
    state->common = (uint64_t)scenario << SCENARIO_SHIFT | (uint64_t)jokers << LEFT_SHIFT | (uint64_t)value;
    if (a->has_run[scenario]) state->common |= (uint64_t)1 << RUN_SHIFT;
    return needed_units(a, state) <= UNITS * jokers;
}

/* The same, but skips a scenario without nodes if the arena is full. */
int start_if_memory(Automaton *a, int scenario, State *state) {
    if (a->is_started[scenario] || !arena_is_full()) return start_state(a, scenario, state);
    a->is_incomplete = 1;
    return 0;
}

/* At an end, the least and the greatest number of hand jokers that were played. There is no such number if the least is
 * greater. */
int min_hand_jokers(const Automaton *a, const State *state) {
    return max_int(a->problem->hand_jokers[scenario_of(state)] - jokers_left(state), 0);
}

int max_hand_jokers(const Automaton *a, const State *state) {
    int hand = a->problem->hand_jokers[scenario_of(state)];
    return run_flag(state->common) ? hand : hand - jokers_left(state);
}

uint32_t hash_state(const State *state) {
    uint64_t values[3] = {state->common, (uint64_t)state->node[0] << 32 | state->node[1],
                          (uint64_t)state->node[2] << 32 | state->node[3]};
    return hash_u64(values, 3);
}

/* The hash of a state before a cell or a layer. */
uint32_t hash_state_at(const State *state, int position) { return hash_state(state) + (uint32_t)position * 0x9E3779B1u; }

/* --- steps ------------------------------------------------------------------------------------------------------------ */

static inline void emit(Automaton *a, int letter, const State *state) {
    Step *step = vector_push(&a->out, sizeof(Step));
    step->state = *state;
    step->letter = letter;
}

/* The least number of groups that these tiles of one number and jokers form, or -1 if they form none: at least as many groups
 * as tiles of one colour, no more tiles than colours in each, at least three tiles and a real one in each. Dealing the tiles to
 * the groups in turn, colour by colour, shows that this suffices. */
int min_groups(int tiles, int reals, int max_per_colour, int jokers, int colours) {
    int groups = max_int((tiles + jokers + colours - 1) / colours, max_per_colour);
    return groups <= min_int((tiles + jokers) / MIN_MELD, reals) ? groups : -1;
}

/* Emits the states after these tiles of a run colour, and any number of free jokers, have joined its runs. */
static void add_to_runs(Automaton *a, const State *state, int run_colour, int reals, int wilds, int letter, int number) {
    const Node *node = &NODE(a, state->node[run_colour]);
    Span span = run_steps_for(a, node, reals, wilds);
    int others = needed_units(a, state) - node->need + min_group_units(a, state, number), left = UNITS * jokers_left(state);
    for (int at = 0; at < span.count; at++) {
        const RunStep *run_step = (RunStep *)a->run_steps.items + span.first + at;
        a->steps++;
        if (UNITS * run_step->jokers + run_step->need + others > left) continue;
        State after = *state;
        after.common -= (uint64_t)run_step->jokers << LEFT_SHIFT;
        if (run_step->starts_run && a->problem->defer_jokers) after.common |= (uint64_t)1 << RUN_SHIFT;
        if (run_step->jokers && a->problem->jokers_have_value)
            after.common = add_value(a->problem, after.common, run_step->jokers * a->problem->values[number]);
        after.node[run_colour] = (uint32_t)run_step->target;
        emit(a, letter, &after);
    }
}

/* Emits the states after the last colour of a number: free jokers complete its groups; mixed runs take their tiles only now. */
static void close_number(Automaton *a, const State *state, int number, int letter) {
    const Problem *p = a->problem;
    uint64_t common = state->common;
    int tiles = grouped_of(common), reals = common >> GROUP_REALS_SHIFT & 31, max_per_colour = max_per_colour_of(common);
    int max_jokers = tiles ? jokers_left(state) - (p->mixed ? 0 : needed_jokers(a, state)) : 0;
    int run_reals = common >> REALS_SHIFT & 15, run_wilds = common >> WILDS_SHIFT & 15;
    for (int jokers = 0; jokers <= max_jokers; jokers++) {
        a->steps++;
        if (tiles && min_groups(tiles, reals, max_per_colour, jokers, p->colours) < 0) continue;
        State closed = *state;
        closed.common = (common & BETWEEN_LAYERS_MASK) - ((uint64_t)jokers << LEFT_SHIFT);
        if (jokers && p->jokers_have_value) closed.common = add_value(p, closed.common, jokers * p->values[number]);
        if (p->mixed)
            add_to_runs(a, &closed, 0, run_reals, run_wilds, letter, number);
        else
            emit(a, letter, &closed);
        if (run_flag(common)) break; /* further jokers can join a run instead */
    }
}

/* Replaces the steps emitted since `first` by the steps that close the number after them. */
static void close_all(Automaton *a, size_t first, int number, int letter) {
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        State state = ((Step *)a->out.items)[at].state;
        close_number(a, &state, number, letter);
    }
    size_t added = a->out.count - end;
    if (added) memmove((Step *)a->out.items + first, (Step *)a->out.items + end, added * sizeof(Step));
    a->out.count = first + added;
}

/* Emits the steps of a state, whose groups have their tiles of this cell, with the given tiles for runs. */
static void add_rest(Automaton *a, State *state, int cell, int reals, int wilds, int letter) {
    const Problem *p = a->problem;
    int number = cell / p->colours, colour = cell % p->colours, is_last = colour == p->colours - 1;
    if (p->mixed) {
        state->common += ((uint64_t)reals << REALS_SHIFT) + ((uint64_t)wilds << WILDS_SHIFT);
        if (is_last)
            close_number(a, state, number, letter);
        else
            emit(a, letter, state);
    } else {
        size_t first = a->out.count;
        add_to_runs(a, state, colour, reals, wilds, letter, number);
        if (is_last) close_all(a, first, number, letter);
    }
}

/* Emits the steps over a cell with one letter. `common` already counts the letter. */
static void expand_letter(Automaton *a, int cell, const State *state, uint64_t common, int reals, int letter) {
    const Problem *p = a->problem;
    int scenario = scenario_of(state), left = jokers_left(state), max_before = max_per_colour_of(common);
    size_t row = (size_t)scenario * p->faces + cell;
    int groups = a->max_groups[scenario * p->numbers_count + cell / p->colours], wilds = p->bound[row];
    for (int grouped = 0; grouped <= reals && grouped <= groups; grouped++)
        for (int grouped_wilds = 0; grouped_wilds <= wilds && grouped_wilds <= groups - grouped; grouped_wilds++) {
            a->steps++;
            int added = grouped + grouped_wilds, tiles = grouped_of(common) + added, max_per_colour = max_int(max_before, added);
            if (tiles && tiles + a->groupable_after[row] + left < MIN_MELD * max_per_colour) continue;
            State joined = *state;
            joined.common = common + ((uint64_t)added << GROUPED_SHIFT) + ((uint64_t)grouped << GROUP_REALS_SHIFT) +
                            ((uint64_t)(max_per_colour - max_before) << MAX_PER_COLOUR_SHIFT);
            add_rest(a, &joined, cell, reals - grouped, wilds - grouped_wilds, letter);
        }
}

/* Appends every step from a state over a cell to a->out. */
void expand(Automaton *a, int cell, const State *state) {
    const Problem *p = a->problem;
    if (cell >= p->faces) { /* high aces */
        int run_colour = cell - p->faces;
        const Node *node = &NODE(a, state->node[run_colour]);
        add_to_runs(a, state, run_colour, node->low_reals, node->low_wilds, 0, 0);
        return;
    }
    size_t row = (size_t)scenario_of(state) * p->faces + cell;
    for (int used = 0; used <= p->optional[row]; used++) {
        int letter = p->played[row] + used;
        uint64_t common = state->common;
        if (a->capped) {
            if (used_of(common) + letter > p->cap) break;
            common += (uint64_t)letter << USED_SHIFT;
        }
        if (a->count_value) common = add_value(p, common, letter * p->values[cell / p->colours]);
        expand_letter(a, cell, state, common, p->required[row] + used, letter);
    }
}
