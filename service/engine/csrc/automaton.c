/* States and the steps between them: see plays/automaton.py. */
#include <string.h>

#include "automaton.h"

void automaton_open(Automaton *a, const Problem *problem, const int32_t *weights, int joker_weight, int count_value) {
    memset(a, 0, sizeof *a);
    a->problem = problem;
    a->weights = weights;
    a->joker_weight = joker_weight;
    a->count_value = count_value;
    a->capped = count_value && problem->cap > 0;
    a->layers = problem->numbers_count + problem->ace_high;
    for (int scenario = 0; scenario < problem->scenarios; scenario++)
        if (a->jokers < jokers_of(problem, scenario)) a->jokers = jokers_of(problem, scenario);
    a->stride = UNITS * a->jokers + 1;
    a->penalties = 1;
    size_t scenarios = problem->scenarios ? problem->scenarios : 1;
    a->max_groups = allocate_zeroed(scenarios, problem->numbers_count);
    a->units = allocate_zeroed(scenarios, problem->numbers_count);
    a->second_units = allocate_zeroed(scenarios, problem->numbers_count);
    a->groupable_after = allocate_zeroed(scenarios, problem->faces);
    a->has_run = allocate_zeroed(scenarios, 1);
    a->is_started = allocate_zeroed(scenarios, 1);
    a->classes = allocate_zeroed(scenarios * problem->run_colours * (a->layers + 1), sizeof(int32_t));
    index_open(&a->node_index);
    scenarios_open(a);
}

/* The automaton of all words, whatever they are worth. */
void automaton_open_for_words(Automaton *a, const Problem *problem) {
    static const int32_t nothing[MAX_CELLS];
    automaton_open(a, problem, nothing, 0, problem->jokers_have_value);
}

void automaton_close(Automaton *a) {
    release(a->max_groups);
    release(a->units);
    release(a->second_units);
    release(a->groupable_after);
    release(a->has_run);
    release(a->is_started);
    release(a->classes);
    vector_release(&a->class_scenarios);
    vector_release(&a->nodes);
    vector_release(&a->gains);
    vector_release(&a->buckets);
    vector_release(&a->run_steps);
    vector_release(&a->splits);
    release(a->multipliers);
    vector_release(&a->out);
    vector_release(&a->ranked);
    index_release(&a->node_index);
    for (int layer = 0; layer < 64; layer++) {
        vector_release(&a->scratch_run_steps[layer]);
        vector_release(&a->scratch_spans[layer]);
    }
}

/* The state before anything is read; whether it may lead on. */
int start_state(Automaton *a, int scenario, State *state) {
    const Problem *p = a->problem;
    a->is_started[scenario] = 1;
    int need = 0, jokers = jokers_of(p, scenario), value = 0;
    memset(state, 0, sizeof *state);
    for (int run_colour = 0; run_colour < p->run_colours; run_colour++) {
        state->node[run_colour] = (uint32_t)find_node(a, scenario, run_colour, 0, 0);
        need += NODE(a, state->node[run_colour]).need;
    }
    if (p->jokers_have_value) value = p->bound_value[scenario] < p->minimum ? p->bound_value[scenario] : p->minimum;
    state->common = (uint64_t)scenario << SCENARIO_SHIFT | (uint64_t)jokers << LEFT_SHIFT | (uint64_t)value;
    if (a->has_run[scenario]) state->common |= (uint64_t)1 << RUN_SHIFT;
    return need <= UNITS * jokers;
}

/* The same, but a case whose nodes there is no room for is left out. */
int start_if_memory(Automaton *a, int scenario, State *state) {
    if (a->is_started[scenario] || !arena_is_full()) return start_state(a, scenario, state);
    a->is_incomplete = 1;
    return 0;
}

static inline void emit(Automaton *a, int letter, const State *state, uint32_t split_code) {
    Step *step = vector_push(&a->out, sizeof(Step));
    step->state = *state;
    step->letter = letter;
    step->split_code = split_code;
}

/* How many jokers make whole groups is tried one by one: there are never many. */
int groups_fit(int tiles, int reals, int most, int jokers, int colours) {
    int fewest = (tiles + jokers + colours - 1) / colours, limit = (tiles + jokers) / MIN_MELD;
    if (fewest < most) fewest = most;
    if (limit > reals) limit = reals;
    return fewest <= limit;
}

static void add_to_runs(Automaton *a, const State *state, int run_colour, int reals, int wilds, int letter, int number,
                        uint32_t split_code) {
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
            after.common = add_value(a->problem, after.common, run_step->jokers * a->problem->numbers[number]);
        after.node[run_colour] = (uint32_t)run_step->target;
        emit(a, letter, &after, split_code | (uint32_t)run_step->jokers << 2 * SPLIT_BITS);
    }
}

static void close_number(Automaton *a, const State *state, int number, int letter, uint32_t split_code) {
    const Problem *p = a->problem;
    uint64_t common = state->common;
    int tiles = common >> GROUPED_SHIFT & 31, reals = common >> GROUP_REALS_SHIFT & 31, most = common >> MAX_PER_COLOUR_SHIFT & 15;
    int most_jokers = tiles ? jokers_left(state) - (p->mixed ? 0 : needed_jokers(a, state)) : 0;
    int run_reals = common >> REALS_SHIFT & 15, run_wilds = common >> WILDS_SHIFT & 15;
    for (int jokers = 0; jokers <= most_jokers; jokers++) {
        a->steps++;
        if (tiles && !groups_fit(tiles, reals, most, jokers, p->colours)) continue;
        State closed = *state;
        closed.common = (common & BETWEEN_LAYERS_MASK) - ((uint64_t)jokers << LEFT_SHIFT);
        if (jokers && p->jokers_have_value) closed.common = add_value(p, closed.common, jokers * p->numbers[number]);
        uint32_t closed_code = split_code | (uint32_t)jokers << 3 * SPLIT_BITS;
        if (p->mixed)
            add_to_runs(a, &closed, 0, run_reals, run_wilds, letter, number, closed_code);
        else
            emit(a, letter, &closed, closed_code);
        if (common >> RUN_SHIFT & 1) break; /* more jokers can join a run */
    }
}

/* Closes the number after each step that was added since `first`, in place: what comes out takes their room. */
static void close_all(Automaton *a, size_t first, int number, int letter) {
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        close_number(a, &step.state, number, letter, step.split_code);
    }
    size_t added = a->out.count - end;
    memmove((Step *)a->out.items + first, (Step *)a->out.items + end, added * sizeof(Step));
    a->out.count = first + added;
}

/* Adds every step from a state over a cell to a->out. */
void expand(Automaton *a, int cell, const State *state) {
    const Problem *p = a->problem;
    if (cell >= p->faces) {
        int run_colour = cell - p->faces;
        const Node *node = &NODE(a, state->node[run_colour]);
        add_to_runs(a, state, run_colour, node->low_reals, node->low_wilds, 0, 0, 0);
        return;
    }
    int scenario = scenario_of(state), number = cell / p->colours, colour = cell % p->colours;
    size_t row = (size_t)scenario * p->faces + cell;
    int groups = a->max_groups[scenario * p->numbers_count + number], room = a->groupable_after[row];
    int required = p->required[row], wilds = p->bound[row], last = colour == p->colours - 1;
    int left = jokers_left(state), tiles_before = state->common >> GROUPED_SHIFT & 31,
        most_before = state->common >> MAX_PER_COLOUR_SHIFT & 15;
    for (int used = 0; used <= p->optional[row]; used++) {
        int letter = p->played[row] + used;
        uint64_t counted = state->common;
        if (a->capped) {
            if ((int)(counted >> USED_SHIFT & 255) + letter > p->cap) continue;
            counted += (uint64_t)letter << USED_SHIFT;
        }
        if (a->count_value) counted = add_value(p, counted, letter * p->numbers[number]);
        int reals = required + used;
        for (int grouped = 0; grouped <= reals && grouped <= groups; grouped++)
            for (int grouped_wilds = 0; grouped_wilds <= wilds && grouped_wilds <= groups - grouped; grouped_wilds++) {
                a->steps++;
                int tiles = tiles_before + grouped + grouped_wilds;
                int most = most_before > grouped + grouped_wilds ? most_before : grouped + grouped_wilds;
                if (tiles && tiles + room + left < MIN_MELD * most) continue;
                State joined = *state;
                joined.common = counted + ((uint64_t)(grouped + grouped_wilds) << GROUPED_SHIFT) +
                                ((uint64_t)grouped << GROUP_REALS_SHIFT) + ((uint64_t)(most - most_before) << MAX_PER_COLOUR_SHIFT);
                uint32_t split_code = (uint32_t)(grouped | grouped_wilds << SPLIT_BITS);
                if (p->mixed) {
                    joined.common += (uint64_t)(reals - grouped) << REALS_SHIFT;
                    joined.common += (uint64_t)(wilds - grouped_wilds) << WILDS_SHIFT;
                    if (last)
                        close_number(a, &joined, number, letter, split_code);
                    else
                        emit(a, letter, &joined, split_code);
                } else {
                    size_t first = a->out.count;
                    add_to_runs(a, &joined, colour, reals - grouped, wilds - grouped_wilds, letter, number, split_code);
                    if (last) close_all(a, first, number, letter);
                }
            }
    }
}

/* How many hand jokers may have been used, from the fewest to the most: none if the most are fewer. */
int min_hand_jokers(const Automaton *a, const State *state) {
    int used = a->problem->hand_jokers[scenario_of(state)] - jokers_left(state);
    return used < 0 ? 0 : used;
}

int max_hand_jokers(const Automaton *a, const State *state) {
    int hand = a->problem->hand_jokers[scenario_of(state)];
    return state->common >> RUN_SHIFT & 1 ? hand : hand - jokers_left(state);
}

void dominance_key(const Automaton *a, const State *state, DominanceKey *dominance) {
    uint32_t ranks[MAX_RUN_COLOURS] = {0}, same[MAX_RUN_COLOURS] = {0};
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++) {
        const Node *node = &NODE(a, state->node[run_colour]);
        ranks[run_colour] = node->rank;
        same[run_colour] = node->profile >> BARE_SHIFT;
    }
    for (int half = 0; half < 2; half++) {
        dominance->ranks[half] = (uint64_t)ranks[2 * half] << 32 | ranks[2 * half + 1];
        dominance->same[half] = (uint64_t)same[2 * half] << 32 | same[2 * half + 1];
    }
    dominance->quality = (uint32_t)(state->common & QUALITY_MASK);
}

uint32_t hash_state(const State *state) {
    uint64_t words[3] = {state->common, (uint64_t)state->node[0] << 32 | state->node[1],
                         (uint64_t)state->node[2] << 32 | state->node[3]};
    return hash_u64(words, 3);
}
