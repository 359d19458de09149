/* Steps over a whole number at once: what all its lanes can do with some letters. See expand in automaton.c for what is done
 * colour by colour. Here the states within a number have no names: most of them lead nowhere, which is soon seen.
 */
#include <stdlib.h>

#include "transitions.h"

static int smaller(int one, int other) { return one < other ? one : other; }

static void run_mixed(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open);

/* --- what is tried first ------------------------------------------------------------------------------------------ */

/* Numbers up to a most, those near to what was first; of two as near the higher one. */
static int nearest(int was, int most, int turn) {
    if (was > most) return most - turn;
    int low = smaller(was, most - was); /* so many pairs, one above and one below */
    if (turn <= 2 * low) return turn & 1 ? was + (turn + 1) / 2 : was - turn / 2;
    return was > most - was ? most - turn : turn;
}

/* Numbers up to a most, rising, but what was first. */
static int old_first(int was, int most, int turn) {
    if (was > most) return turn;
    if (turn == 0) return was;
    return turn <= was ? turn - 1 : turn;
}

/* Which of two moves is nearer to what was: by the aces put off, then by jokers; of two as near the first. */
static int is_nearer(const Enumeration *e, int run_colour, const RunStep *one, const RunStep *other) {
    const Arrangement *before = e->before;
    if (e->a->problem->ace_high && !e->layer) {
        uint32_t mine = NODE(e->a, one->target).profile, yours = NODE(e->a, other->target).profile;
        int was = before->high_aces[run_colour], reals = (int)(mine >> HIGH_ACE_REALS & COUNT_MASK),
            rival = (int)(yours >> HIGH_ACE_REALS & COUNT_MASK);
        int away = reals < was ? was - reals : reals - was, further = rival < was ? was - rival : rival - was;
        if (away != further) return away < further;
        if (reals != rival) return reals > rival;
        int wilds = (int)(mine >> HIGH_ACE_WILDS & COUNT_MASK), rivals = (int)(yours >> HIGH_ACE_WILDS & COUNT_MASK);
        if (wilds != rivals) return wilds < rivals;
    }
    int was = before->run_jokers[run_colour][e->layer];
    if ((one->jokers == was) != (other->jokers == was)) return one->jokers == was;
    return one->jokers < other->jokers;
}

/* The places of moves, nearest first. There are never so many that they could not be sorted. */
static void sort_run_steps(const Enumeration *e, int run_colour, Span span, int16_t *places) {
    const RunStep *run_steps = (RunStep *)e->a->run_steps.items + span.first;
    if (span.count > MAX_CHOICES) abort();
    for (int at = 0; at < span.count; at++) {
        int to = at;
        if (e->before)
            for (; to > 0 && is_nearer(e, run_colour, &run_steps[at], &run_steps[places[to - 1]]); to--)
                places[to] = places[to - 1];
        places[to] = (int16_t)at;
    }
}

/* How many tiles of a cell were in groups: real ones and bound jokers. Nothing, where it does not matter. */
static void grouped_before(const Enumeration *e, int cell, int *was, int *was_wild) {
    int track_bare = e->a->problem->track_bare;
    *was = *was_wild = 0;
    if (!e->before) return;
    *was = e->before->group_reals[cell] + (track_bare ? 0 : e->before->group_bound[cell]);
    *was_wild = track_bare ? e->before->group_bound[cell] : 0;
}

/* --- over a number ------------------------------------------------------------------------------------------------ */

/* The common word of a state after jokers went into runs. */
static uint64_t add_jokers(const Enumeration *e, uint64_t common, int jokers, int starts_run) {
    const Problem *p = e->a->problem;
    common -= (uint64_t)jokers << LEFT_SHIFT;
    if (starts_run && p->defer_jokers) common |= (uint64_t)1 << RUN_SHIFT;
    if (jokers && p->jokers_have_value)
        common = add_value(p, common, jokers * p->numbers[e->layer < p->numbers_count ? e->layer : 0]);
    return common;
}

/* Makes whole groups of what went into groups and of jokers to spare, and lands; or puts the rest of the number into mixed runs first. */
static void close_number(Enumeration *e, const State *state, int tiles, int reals, int most, int spare, uint64_t split_code,
                         const uint64_t *open) {
    const Problem *p = e->a->problem;
    int most_jokers = tiles ? spare : 0, has_run = (int)(state->common >> RUN_SHIFT & 1);
    for (int turn = 0; turn <= most_jokers && !e->done; turn++) {
        int jokers = e->before ? old_first(e->before->group_jokers[e->layer], most_jokers, turn) : turn;
        e->a->steps++;
        if (tiles && !groups_fit(tiles, reals, most, jokers, p->colours)) continue;
        State closed = *state;
        closed.common -= (uint64_t)jokers << LEFT_SHIFT;
        if (jokers && p->jokers_have_value) closed.common = add_value(p, closed.common, jokers * p->numbers[e->layer]);
        uint64_t closed_code = split_code | (uint64_t)jokers << SPLIT_GROUP_JOKERS;
        if (p->mixed)
            run_mixed(e, &closed, closed_code, open);
        else
            e->accept(e, &closed, closed_code, open);
        if (has_run && !e->before) break; /* more jokers can join a run */
    }
}

/* --- lane by lane --------------------------------------------------------------------------------------------------- */

/* All that a lane can do, if the other lanes take no more jokers than they must. */
static void find_choices(Enumeration *e, int run_colour, const State *state, int grouped, int wild, int needs_of_all) {
    Automaton *a = e->a;
    ColourChoices *all = &e->run_colours[run_colour];
    const Node *node = &NODE(a, state->node[run_colour]);
    Span span = run_steps_over(a, node, e->layer, e->reals[run_colour] - grouped, e->wilds[run_colour] - wild);
    int most = units_for(a, state, run_colour, e->layer, grouped + wild, needs_of_all);
    int16_t places[MAX_CHOICES];
    sort_run_steps(e, run_colour, span, places);
    for (int turn = 0; turn < span.count; turn++) {
        const RunStep *run_step = (RunStep *)a->run_steps.items + span.first + places[turn];
        int units = UNITS * run_step->jokers + run_step->need;
        a->steps++;
        if (units > most) continue;
        if (all->count == MAX_CHOICES) abort();
        Choice *choice = &all->choices[all->count];
        *choice = (Choice){0,
                           (uint32_t)run_step->target,
                           (uint8_t)grouped,
                           (uint8_t)wild,
                           run_step->jokers,
                           (uint8_t)units,
                           run_step->starts_run,
                           (uint8_t)(most - UNITS * run_step->jokers)};
        if (!e->prepare(e, choice)) continue;
        all->count++;
        if (all->fewest > units) all->fewest = units;
        if (all->most < grouped + wild) all->most = grouped + wild;
    }
}

/* The same for every way to share its tiles out between groups and runs. */
static void split_colour(Enumeration *e, int run_colour, const State *state, int needs_of_all) {
    const Problem *p = e->a->problem;
    ColourChoices *all = &e->run_colours[run_colour];
    all->count = all->most = 0;
    all->fewest = UNITS * MAX_JOKERS;
    if (e->layer == p->numbers_count) {
        find_choices(e, run_colour, state, 0, 0, needs_of_all);
        return;
    }
    int most_grouped = smaller(e->reals[run_colour], e->groups), was, was_wild;
    grouped_before(e, e->layer * p->colours + run_colour, &was, &was_wild);
    for (int turn = 0; turn <= most_grouped; turn++) {
        int grouped = e->before ? nearest(was, most_grouped, turn) : turn,
            most_wild = smaller(e->wilds[run_colour], e->groups - grouped);
        for (int wild = 0; wild <= most_wild; wild++)
            find_choices(e, run_colour, state, grouped, e->before ? nearest(was_wild, most_wild, wild) : wild, needs_of_all);
    }
}

/* Every choice in one lane after the other. `units` are those of jokers that no lane takes yet. */
static void choose(Enumeration *e, int run_colour, uint64_t common, int tiles, int reals, int most, int units, uint64_t split_code,
                   const uint64_t *open) {
    if (run_colour == e->a->problem->run_colours) {
        e->joined.common = common;
        close_number(e, &e->joined, tiles, reals, most, units / UNITS, split_code, open);
        return;
    }
    const ColourChoices *all = &e->run_colours[run_colour];
    uint64_t narrower[MAX_WIDTH];
    for (int at = 0; at < all->count && !e->done; at++) {
        const Choice *choice = &all->choices[at];
        int alike = choice->grouped + choice->wild, grouped = tiles + alike, highest = most > alike ? most : alike;
        int left = units - choice->units, after = left - all->fewest_after;
        e->a->steps++;
        if (after < 0 || (grouped && grouped + all->most_after + after / UNITS < MIN_MELD * highest)) continue;
        if (!e->narrow(e, run_colour, choice, open, narrower)) continue;
        e->joined.node[run_colour] = choice->target;
        uint64_t joined_code = (uint64_t)(choice->grouped | choice->wild << SPLIT_BITS | choice->jokers << 2 * SPLIT_BITS);
        choose(e, run_colour + 1, add_jokers(e, common, choice->jokers, choice->starts_run), grouped, reals + choice->grouped,
               highest, left, split_code | joined_code << SPLIT_COLOUR_BITS * run_colour, narrower);
    }
}

static void enumerate_colours(Enumeration *e, const State *state, const uint64_t *open) {
    int run_colours = e->a->problem->run_colours, needs_of_all = needed_units(e->a, state), fewest = 0, most = 0;
    for (int run_colour = 0; run_colour < run_colours; run_colour++) {
        split_colour(e, run_colour, state, needs_of_all);
        if (!e->run_colours[run_colour].count) return;
    }
    for (int run_colour = run_colours - 1; run_colour >= 0; run_colour--) {
        e->run_colours[run_colour].fewest_after = fewest;
        e->run_colours[run_colour].most_after = most;
        fewest += e->run_colours[run_colour].fewest;
        most += e->run_colours[run_colour].most;
    }
    e->joined = *state;
    choose(e, 0, state->common, 0, 0, 0, UNITS * jokers_left(state), 0, open);
}

/* --- mixed runs ----------------------------------------------------------------------------------------------------- */

/* Puts what waits of a number, and jokers, into runs. */
static void run_mixed(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open) {
    const Node *node = &NODE(e->a, state->node[0]);
    int reals = state->common >> REALS_SHIFT & 15, wilds = state->common >> WILDS_SHIFT & 15;
    Span span = run_steps_over(e->a, node, e->layer, reals, wilds);
    int16_t places[MAX_CHOICES];
    sort_run_steps(e, 0, span, places);
    for (int turn = 0; turn < span.count && !e->done; turn++) {
        RunStep run_step = ((RunStep *)e->a->run_steps.items)[span.first + places[turn]];
        e->a->steps++;
        if (UNITS * run_step.jokers + run_step.need > UNITS * jokers_left(state)) continue;
        State after = *state;
        after.common = add_jokers(e, after.common & BETWEEN_LAYERS_MASK, run_step.jokers, run_step.starts_run);
        after.node[0] = (uint32_t)run_step.target;
        e->accept(e, &after, split_code | (uint64_t)run_step.jokers << 2 * SPLIT_BITS, open);
    }
}

/* Shares the tiles of a colour out between groups and the runs of all colours, and goes on to the next. */
static void share_mixed(Enumeration *e, int colour, const State *state, int tiles, int reals, int most, uint64_t split_code,
                        const uint64_t *open) {
    const Problem *p = e->a->problem;
    if (colour == p->colours) {
        close_number(e, state, tiles, reals, most, jokers_left(state), split_code, open);
        return;
    }
    int cell = e->layer * p->colours + colour, room = e->a->groupable_after[(size_t)e->scenario * p->faces + cell], was, was_wild;
    int most_grouped = smaller(e->reals[colour], e->groups);
    grouped_before(e, cell, &was, &was_wild);
    for (int turn = 0; turn <= most_grouped && !e->done; turn++) {
        int grouped = e->before ? nearest(was, most_grouped, turn) : turn,
            most_wild = smaller(e->wilds[colour], e->groups - grouped);
        for (int wild_turn = 0; wild_turn <= most_wild && !e->done; wild_turn++) {
            int wild = e->before ? nearest(was_wild, most_wild, wild_turn) : wild_turn, all = tiles + grouped + wild;
            int highest = most > grouped + wild ? most : grouped + wild;
            e->a->steps++;
            if (all && all + room + jokers_left(state) < MIN_MELD * highest) continue;
            State joined = *state;
            joined.common += (uint64_t)(e->reals[colour] - grouped) << REALS_SHIFT;
            joined.common += (uint64_t)(e->wilds[colour] - wild) << WILDS_SHIFT;
            uint64_t joined_code = split_code | (uint64_t)(grouped | wild << SPLIT_BITS) << SPLIT_COLOUR_BITS * colour;
            share_mixed(e, colour + 1, &joined, all, reals + grouped, highest, joined_code, open);
        }
    }
}

/* --- all transitions ------------------------------------------------------------------------------------------------ */

/* The tiles of a number in play with some letters, added to the tally; whether the case has them and they keep to the cap. */
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
        if ((int)(state->common >> USED_SHIFT & 255) + sum > p->cap) return 0;
        state->common += (uint64_t)sum << USED_SHIFT;
    }
    if (e->a->count_value) state->common = add_value(p, state->common, sum * p->numbers[e->layer]);
    return 1;
}

/* Every transition of a state over a layer with some letters that may lead on to open words. After the highest number there are no
 * letters, only the aces put off. */
void enumerate_transitions(Enumeration *e, int layer, const State *state, const uint8_t *letters, const uint64_t *open) {
    const Problem *p = e->a->problem;
    int is_ace = layer == p->numbers_count;
    State start = *state;
    e->layer = layer;
    e->scenario = scenario_of(state);
    e->groups = is_ace ? 0 : e->a->max_groups[e->scenario * p->numbers_count + layer];
    e->done = 0;
    if (!is_ace && !read_letters(e, letters, &start)) return;
    if (!p->mixed)
        enumerate_colours(e, &start, open);
    else if (is_ace)
        run_mixed(e, &start, 0, open);
    else
        share_mixed(e, 0, &start, 0, 0, 0, 0, open);
}
