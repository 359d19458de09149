/* States and the steps between them: see plays/automaton.py. */
#include <string.h>

#include "automaton.h"

void automaton_open(Automaton *a, const Problem *problem, const int32_t *weights, int joker_weight, int tally) {
    memset(a, 0, sizeof *a);
    a->problem = problem;
    a->weights = weights;
    a->joker_weight = joker_weight;
    a->tally = tally;
    a->capped = tally && problem->most > 0;
    a->layers = problem->numbers_count + problem->ace_high;
    for (int case_index = 0; case_index < problem->cases; case_index++)
        if (a->jokers < jokers_of(problem, case_index)) a->jokers = jokers_of(problem, case_index);
    a->stride = UNITS * a->jokers + 1;
    a->tolls = 1;
    size_t cases = problem->cases ? problem->cases : 1;
    a->most_groups = allot(cases, problem->numbers_count);
    a->units = allot(cases, problem->numbers_count);
    a->second_units = allot(cases, problem->numbers_count);
    a->room = allot(cases, problem->faces);
    a->has_run = allot(cases, 1);
    a->is_begun = allot(cases, 1);
    a->classes = allot(cases * problem->lanes * (a->layers + 1), sizeof(int32_t));
    index_open(&a->node_index);
    cases_open(a);
}

/* The automaton of all words, whatever they are worth. */
void open_for_words(Automaton *a, const Problem *problem) {
    static const int32_t nothing[MOST_CELLS];
    automaton_open(a, problem, nothing, 0, problem->jokers_count);
}

void automaton_close(Automaton *a) {
    give_back(a->most_groups);
    give_back(a->units);
    give_back(a->second_units);
    give_back(a->room);
    give_back(a->has_run);
    give_back(a->is_begun);
    give_back(a->classes);
    drop(&a->class_cases);
    drop(&a->nodes);
    drop(&a->gains);
    drop(&a->buckets);
    drop(&a->moves);
    drop(&a->options);
    give_back(a->prices);
    drop(&a->out);
    drop(&a->weighed);
    index_drop(&a->node_index);
    for (int layer = 0; layer < 64; layer++) {
        drop(&a->scratch_moves[layer]);
        drop(&a->scratch_spans[layer]);
    }
}

/* The state before anything is read; whether it may lead on. */
int start_of(Automaton *a, int case_index, State *state) {
    const Problem *p = a->problem;
    a->is_begun[case_index] = 1;
    int need = 0, jokers = jokers_of(p, case_index), worth = 0;
    memset(state, 0, sizeof *state);
    for (int lane = 0; lane < p->lanes; lane++) {
        state->node[lane] = (uint32_t)find_node(a, case_index, lane, 0, 0);
        need += NODE(a, state->node[lane]).need;
    }
    if (p->jokers_count) worth = p->bound_worth[case_index] < p->minimum ? p->bound_worth[case_index] : p->minimum;
    state->common = (uint64_t)case_index << CASE_SHIFT | (uint64_t)jokers << LEFT_SHIFT | (uint64_t)worth;
    if (a->has_run[case_index]) state->common |= (uint64_t)1 << RUN_SHIFT;
    return need <= UNITS * jokers;
}

/* The same, but a case whose nodes there is no room for is left out. */
int start_if_room(Automaton *a, int case_index, State *state) {
    if (a->is_begun[case_index] || !is_room_full()) return start_of(a, case_index, state);
    a->is_cut = 1;
    return 0;
}

static inline void emit(Automaton *a, int letter, const State *state, uint32_t how) {
    Step *step = push(&a->out, sizeof(Step));
    step->state = *state;
    step->letter = letter;
    step->how = how;
}

/* How many jokers make whole groups is tried one by one: there are never many. */
int groups_fit(int tiles, int reals, int most, int jokers, int colours) {
    int fewest = (tiles + jokers + colours - 1) / colours, limit = (tiles + jokers) / SHORTEST;
    if (fewest < most) fewest = most;
    if (limit > reals) limit = reals;
    return fewest <= limit;
}

static void run_into(Automaton *a, const State *state, int lane, int reals, int wilds, int letter, int number, uint32_t how) {
    const Node *node = &NODE(a, state->node[lane]);
    Span span = moves_for(a, node, reals, wilds);
    int others = needs(a, state) - node->need + owed_by_groups(a, state, number), left = UNITS * left_of(state);
    for (int at = 0; at < span.count; at++) {
        const Move *move = (Move *)a->moves.items + span.first + at;
        a->steps++;
        if (UNITS * move->jokers + move->need + others > left) continue;
        State after = *state;
        after.common -= (uint64_t)move->jokers << LEFT_SHIFT;
        if (move->begins && a->problem->lazy) after.common |= (uint64_t)1 << RUN_SHIFT;
        if (move->jokers && a->problem->jokers_count)
            after.common = add_worth(a->problem, after.common, move->jokers * a->problem->numbers[number]);
        after.node[lane] = (uint32_t)move->target;
        emit(a, letter, &after, how | (uint32_t)move->jokers << 2 * HOW_BITS);
    }
}

static void close_number(Automaton *a, const State *state, int number, int letter, uint32_t how) {
    const Problem *p = a->problem;
    uint64_t common = state->common;
    int tiles = common >> GROUPED_SHIFT & 31, reals = common >> GROUP_REALS_SHIFT & 31, most = common >> MOST_SHIFT & 15;
    int most_jokers = tiles ? left_of(state) - (p->mixed ? 0 : needed_jokers(a, state)) : 0;
    int run_reals = common >> REALS_SHIFT & 15, run_wilds = common >> WILDS_SHIFT & 15;
    for (int jokers = 0; jokers <= most_jokers; jokers++) {
        a->steps++;
        if (tiles && !groups_fit(tiles, reals, most, jokers, p->colours)) continue;
        State closed = *state;
        closed.common = (common & BETWEEN) - ((uint64_t)jokers << LEFT_SHIFT);
        if (jokers && p->jokers_count) closed.common = add_worth(p, closed.common, jokers * p->numbers[number]);
        uint32_t how_closed = how | (uint32_t)jokers << 3 * HOW_BITS;
        if (p->mixed)
            run_into(a, &closed, 0, run_reals, run_wilds, letter, number, how_closed);
        else
            emit(a, letter, &closed, how_closed);
        if (common >> RUN_SHIFT & 1) break; /* more jokers can join a run */
    }
}

/* Closes the number after each step that was added since `first`, in place: what comes out takes their room. */
static void close_added(Automaton *a, size_t first, int number, int letter) {
    size_t end = a->out.count;
    for (size_t at = first; at < end; at++) {
        Step step = ((Step *)a->out.items)[at];
        close_number(a, &step.state, number, letter, step.how);
    }
    size_t added = a->out.count - end;
    memmove((Step *)a->out.items + first, (Step *)a->out.items + end, added * sizeof(Step));
    a->out.count = first + added;
}

/* Adds every step from a state over a cell to a->out. */
void expand(Automaton *a, int cell, const State *state) {
    const Problem *p = a->problem;
    if (cell >= p->faces) {
        int lane = cell - p->faces;
        const Node *node = &NODE(a, state->node[lane]);
        run_into(a, state, lane, node->low_reals, node->low_wilds, 0, 0, 0);
        return;
    }
    int case_index = case_of(state), number = cell / p->colours, colour = cell % p->colours;
    size_t row = (size_t)case_index * p->faces + cell;
    int groups = a->most_groups[case_index * p->numbers_count + number], room = a->room[row];
    int must = p->must[row], wilds = p->bound[row], last = colour == p->colours - 1;
    int left = left_of(state), tiles_before = state->common >> GROUPED_SHIFT & 31, most_before = state->common >> MOST_SHIFT & 15;
    for (int used = 0; used <= p->may[row]; used++) {
        int letter = p->played[row] + used;
        uint64_t counted = state->common;
        if (a->capped) {
            if ((int)(counted >> USED_SHIFT & 255) + letter > p->most) continue;
            counted += (uint64_t)letter << USED_SHIFT;
        }
        if (a->tally) counted = add_worth(p, counted, letter * p->numbers[number]);
        int reals = must + used;
        for (int grouped = 0; grouped <= reals && grouped <= groups; grouped++)
            for (int grouped_wilds = 0; grouped_wilds <= wilds && grouped_wilds <= groups - grouped; grouped_wilds++) {
                a->steps++;
                int tiles = tiles_before + grouped + grouped_wilds;
                int most = most_before > grouped + grouped_wilds ? most_before : grouped + grouped_wilds;
                if (tiles && tiles + room + left < SHORTEST * most) continue;
                State joined = *state;
                joined.common = counted + ((uint64_t)(grouped + grouped_wilds) << GROUPED_SHIFT) +
                                ((uint64_t)grouped << GROUP_REALS_SHIFT) + ((uint64_t)(most - most_before) << MOST_SHIFT);
                uint32_t how = (uint32_t)(grouped | grouped_wilds << HOW_BITS);
                if (p->mixed) {
                    joined.common += (uint64_t)(reals - grouped) << REALS_SHIFT;
                    joined.common += (uint64_t)(wilds - grouped_wilds) << WILDS_SHIFT;
                    if (last)
                        close_number(a, &joined, number, letter, how);
                    else
                        emit(a, letter, &joined, how);
                } else {
                    size_t first = a->out.count;
                    run_into(a, &joined, colour, reals - grouped, wilds - grouped_wilds, letter, number, how);
                    if (last) close_added(a, first, number, letter);
                }
            }
    }
}

/* How many hand jokers may have been used, from the fewest to the most: none if the most are fewer. */
int fewest_hand_jokers(const Automaton *a, const State *state) {
    int used = a->problem->hand_jokers[case_of(state)] - left_of(state);
    return used < 0 ? 0 : used;
}

int most_hand_jokers(const Automaton *a, const State *state) {
    int hand = a->problem->hand_jokers[case_of(state)];
    return state->common >> RUN_SHIFT & 1 ? hand : hand - left_of(state);
}

void weigh(const Automaton *a, const State *state, Strength *strength) {
    uint32_t ranks[MOST_LANES] = {0}, same[MOST_LANES] = {0};
    for (int lane = 0; lane < a->problem->lanes; lane++) {
        const Node *node = &NODE(a, state->node[lane]);
        ranks[lane] = node->rank;
        same[lane] = node->profile >> BARE_SHIFT;
    }
    for (int half = 0; half < 2; half++) {
        strength->ranks[half] = (uint64_t)ranks[2 * half] << 32 | ranks[2 * half + 1];
        strength->same[half] = (uint64_t)same[2 * half] << 32 | same[2 * half + 1];
    }
    strength->quality = (uint32_t)(state->common & QUALITY);
}

uint32_t hash_state(const State *state) {
    uint64_t words[3] = {state->common, (uint64_t)state->node[0] << 32 | state->node[1],
                         (uint64_t)state->node[2] << 32 | state->node[3]};
    return hash_words(words, 3);
}
