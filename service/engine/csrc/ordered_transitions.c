/* Steps over a whole number with some letters, nearest to how the table was first. See leap in leaps.c, which takes any order. */
#include <stdlib.h>
#include <string.h>

#include "paths.h"

enum { MOST_SORTED = 256 };

/* What a lane can do: tiles in groups, jokers in runs. */
typedef struct {
    uint32_t target;
    uint8_t grouped, wild, jokers, units, begins; /* units of jokers: those taken now, and those needed later */
    uint8_t spare;                                /* those that are left for later at most */
} Choice;

static int smaller(int one, int other) { return one < other ? one : other; }

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
static int is_nearer(const Leaping *g, int lane, const Move *one, const Move *other) {
    const Shares *before = g->before;
    if (g->a->problem->ace_high && !g->layer) {
        uint32_t mine = NODE(g->a, one->target).profile, yours = NODE(g->a, other->target).profile;
        int was = before->aces_put_off[lane], reals = (int)(mine >> PUT_OFF_REALS & FIELD), rival = (int)(yours >> PUT_OFF_REALS & FIELD);
        int away = reals < was ? was - reals : reals - was, further = rival < was ? was - rival : rival - was;
        if (away != further) return away < further;
        if (reals != rival) return reals > rival;
        int wilds = (int)(mine >> PUT_OFF_WILDS & FIELD), rivals = (int)(yours >> PUT_OFF_WILDS & FIELD);
        if (wilds != rivals) return wilds < rivals;
    }
    int was = before->run_jokers[lane][g->layer];
    if ((one->jokers == was) != (other->jokers == was)) return one->jokers == was;
    return one->jokers < other->jokers;
}

/* The places of moves, nearest first. There are never so many that they could not be sorted. */
static void sort_moves(const Leaping *g, int lane, Span span, int16_t *places) {
    const Move *moves = (Move *)g->a->moves.items + span.first;
    if (span.count > MOST_SORTED) abort();
    for (int at = 0; at < span.count; at++) {
        int to = at;
        for (; to > 0 && is_nearer(g, lane, &moves[at], &moves[places[to - 1]]); to--) places[to] = places[to - 1];
        places[to] = (int16_t)at;
    }
}

static void run_mixed(Leaping *g, const State *state, uint64_t how, const uint64_t *open);

/* --- over a number ------------------------------------------------------------------------------------------------ */

/* Makes whole groups of what went into groups, and lands; or puts the rest of the number into mixed runs first. */
static void close_number(Leaping *g, const State *state, int tiles, int reals, int most, uint64_t how, const uint64_t *open) {
    const Problem *p = g->a->problem;
    int most_jokers = tiles ? left_of(state) - (p->mixed ? 0 : needed_jokers(g->a, state)) : 0;
    for (int turn = 0; turn <= most_jokers && !g->done; turn++) {
        int jokers = old_first(g->before->group_jokers[g->layer], most_jokers, turn);
        g->a->steps++;
        if (tiles && !groups_fit(tiles, reals, most, jokers, p->colours)) continue;
        State closed = *state;
        closed.common -= (uint64_t)jokers << LEFT_SHIFT;
        if (jokers && p->jokers_count) closed.common = add_worth(p, closed.common, jokers * p->numbers[g->layer]);
        uint64_t how_closed = how | (uint64_t)jokers << HOW_GROUP_JOKERS;
        if (p->mixed)
            run_mixed(g, &closed, how_closed, open);
        else
            land(g, &closed, how_closed, open);
    }
}

/* A state after jokers went into runs. */
static void add_jokers(const Leaping *g, State *state, int jokers, int begins) {
    const Problem *p = g->a->problem;
    state->common -= (uint64_t)jokers << LEFT_SHIFT;
    if (begins && p->lazy) state->common |= (uint64_t)1 << RUN_SHIFT;
    if (jokers && p->jokers_count)
        state->common = add_worth(p, state->common, jokers * p->numbers[g->layer < p->numbers_count ? g->layer : 0]);
}

/* --- lane by lane --------------------------------------------------------------------------------------------------- */

/* All that a lane can do, if the other lanes take no more jokers than they must. */
static void find_choices(Leaping *g, int lane, const State *state, int grouped, int wild, int needs_of_all) {
    Automaton *a = g->a;
    const Node *node = &NODE(a, state->node[lane]);
    Span span = moves_over(a, node, g->layer, g->reals[lane] - grouped, g->wilds[lane] - wild);
    int most = units_for(a, state, lane, g->layer, grouped + wild, needs_of_all);
    int16_t places[MOST_SORTED];
    sort_moves(g, lane, span, places);
    for (int turn = 0; turn < span.count; turn++) {
        const Move *move = (Move *)a->moves.items + span.first + places[turn];
        int units = UNITS * move->jokers + move->need;
        a->steps++;
        if (units > most) continue;
        int spare = most - UNITS * move->jokers;
        *(Choice *)push(&g->w->choices, sizeof(Choice)) =
            (Choice){(uint32_t)move->target, (uint8_t)grouped, (uint8_t)wild, move->jokers, (uint8_t)units, move->begins, (uint8_t)spare};
        g->choices[lane].count++;
        if (g->fewest[lane] > units) g->fewest[lane] = units;
        if (g->most[lane] < grouped + wild) g->most[lane] = grouped + wild;
    }
}

/* How many tiles of a cell were in groups: real ones and bound jokers. */
static void see_grouped(const Leaping *g, int cell, int *was, int *was_wild) {
    *was = g->before->group_reals[cell] + (g->a->problem->strict ? 0 : g->before->group_bound[cell]);
    *was_wild = g->a->problem->strict ? g->before->group_bound[cell] : 0;
}

/* The same for every way to share its tiles out between groups and runs. */
static void share_lane(Leaping *g, int lane, const State *state, int needs_of_all) {
    int most_grouped = smaller(g->reals[lane], g->groups), was, was_wild;
    see_grouped(g, g->layer * g->a->problem->colours + lane, &was, &was_wild);
    for (int turn = 0; turn <= most_grouped; turn++) {
        int grouped = nearest(was, most_grouped, turn), most_wild = smaller(g->wilds[lane], g->groups - grouped);
        for (int wild_turn = 0; wild_turn <= most_wild; wild_turn++)
            find_choices(g, lane, state, grouped, nearest(was_wild, most_wild, wild_turn), needs_of_all);
    }
}

/* Every choice in one lane after the other. `units` are those of jokers that no lane takes yet. */
static void choose(Leaping *g, int lane, const State *state, int tiles, int reals, int most, int units, uint64_t how, const uint64_t *open) {
    if (lane == g->a->problem->lanes) {
        close_number(g, state, tiles, reals, most, how, open);
        return;
    }
    uint64_t narrower[MOST_WIDTH];
    for (int at = 0; at < g->choices[lane].count && !g->done; at++) {
        Choice choice = ((Choice *)g->w->choices.items)[g->choices[lane].first + at];
        int alike = choice.grouped + choice.wild, all = tiles + alike, highest = most > alike ? most : alike;
        uint64_t any = 0;
        g->a->steps++;
        int left = units - choice.units, after = left - g->fewest_after[lane];
        if (after < 0 || (all && all + g->most_after[lane] + after / UNITS < SHORTEST * highest)) continue;
        for (uint32_t word = 0; word < g->after->width; word++) any |= narrower[word] = open[word] & g->open[word];
        if (!any || !narrow(g->after, lane, find_needs(g->w, g->layer + 1, choice.target), choice.spare, narrower)) continue;
        State joined = *state;
        joined.node[lane] = choice.target;
        add_jokers(g, &joined, choice.jokers, choice.begins);
        uint64_t how_joined = (uint64_t)(choice.grouped | choice.wild << HOW_BITS | choice.jokers << 2 * HOW_BITS);
        choose(g, lane + 1, &joined, all, reals + choice.grouped, highest, left, how | how_joined << HOW_LANE_BITS * lane, narrower);
    }
}

static void leap_in_lanes(Leaping *g, const State *state, const uint64_t *open) {
    const Problem *p = g->a->problem;
    int needs_of_all = needs(g->a, state), fewest = 0, most = 0;
    size_t first = g->w->choices.count;
    for (int lane = 0; lane < p->lanes; lane++) {
        g->choices[lane] = (Span){(int32_t)g->w->choices.count, 0};
        g->most[lane] = 0;
        g->fewest[lane] = UNITS * MOST_JOKERS;
        if (g->layer == p->numbers_count)
            find_choices(g, lane, state, 0, 0, needs_of_all);
        else
            share_lane(g, lane, state, needs_of_all);
        if (!g->choices[lane].count) {
            g->w->choices.count = first;
            return;
        }
    }
    for (int lane = p->lanes - 1; lane >= 0; lane--) {
        g->fewest_after[lane] = fewest;
        g->most_after[lane] = most;
        fewest += g->fewest[lane];
        most += g->most[lane];
    }
    choose(g, 0, state, 0, 0, 0, UNITS * left_of(state), 0, open);
    g->w->choices.count = first;
}

/* --- mixed runs ----------------------------------------------------------------------------------------------------- */

/* Puts what waits of a number, and jokers, into runs. */
static void run_mixed(Leaping *g, const State *state, uint64_t how, const uint64_t *open) {
    const Node *node = &NODE(g->a, state->node[0]);
    int reals = state->common >> REALS_SHIFT & 15, wilds = state->common >> WILDS_SHIFT & 15;
    Span span = moves_over(g->a, node, g->layer, reals, wilds);
    int16_t places[MOST_SORTED];
    sort_moves(g, 0, span, places);
    for (int turn = 0; turn < span.count && !g->done; turn++) {
        Move move = ((Move *)g->a->moves.items)[span.first + places[turn]];
        g->a->steps++;
        if (UNITS * move.jokers + move.need > UNITS * left_of(state)) continue;
        State after = *state;
        after.common &= BETWEEN;
        after.node[0] = (uint32_t)move.target;
        add_jokers(g, &after, move.jokers, move.begins);
        land(g, &after, how | (uint64_t)move.jokers << 2 * HOW_BITS, open);
    }
}

/* Shares the tiles of a colour out between groups and the runs of all colours, and goes on to the next. */
static void share_mixed(Leaping *g, int colour, const State *state, int tiles, int reals, int most, uint64_t how, const uint64_t *open) {
    const Problem *p = g->a->problem;
    if (colour == p->colours) {
        close_number(g, state, tiles, reals, most, how, open);
        return;
    }
    int cell = g->layer * p->colours + colour, room = g->a->room[(size_t)g->case_index * p->faces + cell], was, was_wild;
    int most_grouped = smaller(g->reals[colour], g->groups);
    see_grouped(g, cell, &was, &was_wild);
    for (int turn = 0; turn <= most_grouped && !g->done; turn++) {
        int grouped = nearest(was, most_grouped, turn), most_wild = smaller(g->wilds[colour], g->groups - grouped);
        for (int wild_turn = 0; wild_turn <= most_wild && !g->done; wild_turn++) {
            int wild = nearest(was_wild, most_wild, wild_turn), all = tiles + grouped + wild;
            int highest = most > grouped + wild ? most : grouped + wild;
            g->a->steps++;
            if (all && all + room + left_of(state) < SHORTEST * highest) continue;
            State joined = *state;
            joined.common += (uint64_t)(g->reals[colour] - grouped) << REALS_SHIFT;
            joined.common += (uint64_t)(g->wilds[colour] - wild) << WILDS_SHIFT;
            uint64_t how_joined = how | (uint64_t)(grouped | wild << HOW_BITS) << HOW_LANE_BITS * colour;
            share_mixed(g, colour + 1, &joined, all, reals + grouped, highest, how_joined, open);
        }
    }
}

/* --- all steps ------------------------------------------------------------------------------------------------------ */

/* The tiles of a number in play with some letters. */
static void read_letters(Leaping *g, uint32_t letters, State *state) {
    const Problem *p = g->a->problem;
    int sum = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        size_t row = (size_t)g->case_index * p->faces + g->layer * p->colours + colour;
        g->reals[colour] = p->must[row] + letter_of(letters, colour) - p->played[row];
        g->wilds[colour] = p->bound[row];
        sum += letter_of(letters, colour);
    }
    if (g->a->tally) state->common = add_worth(p, state->common, sum * p->numbers[g->layer]);
}

/* Looks for ways of endings with the same letters. */
void leap_on(Ways *w, int layer, int32_t stop, int32_t letters, uint64_t *open) {
    const Problem *p = w->p;
    Leaping g;
    uint64_t asked[MOST_WIDTH];
    State state = ((Stop *)w->stops.items)[stop].state;
    g.w = w;
    g.a = w->a;
    g.before = w->before;
    g.layer = layer;
    g.case_index = case_of(&state);
    g.stop = stop;
    g.letters = letters;
    g.after = &w->endings[layer + 1];
    g.open = open;
    g.done = 0;
    memcpy(asked, open, g.after->width * sizeof(uint64_t));
    int ace = layer == p->numbers_count;
    if (!ace) {
        g.groups = w->a->most_groups[g.case_index * p->numbers_count + layer];
        read_letters(&g, w->endings[layer].letters[letters], &state);
    }
    if (!p->mixed)
        leap_in_lanes(&g, &state, asked);
    else if (ace)
        run_mixed(&g, &state, 0, asked);
    else
        share_mixed(&g, 0, &state, 0, 0, 0, 0, asked);
}

