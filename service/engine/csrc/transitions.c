/* Steps over a whole number at once: what all its lanes can do with some letters. See expand in automaton.c for what is done
 * colour by colour. Here the states within a number have no names: most of them lead nowhere, which is soon seen.
 */
#include <stdlib.h>

#include "language.h"

enum { MOST_CHOICES = 256 };

/* What a lane can do: tiles in groups, jokers in runs, and what may follow. */
typedef struct {
    uint64_t outlook; /* if these are no more than 64 words, or all */
    uint32_t target;
    uint8_t grouped, wild, jokers, units, begins; /* units of jokers: those taken now, and those needed later */
} Choice;

/* All that a lane can do with a letter. */
typedef struct {
    int count, fewest, most; /* of choices: their units, and tiles in groups */
    Choice choices[MOST_CHOICES];
} LaneChoices;

typedef struct {
    Languages *l;
    Automaton *a;
    uint64_t open; /* the words in question of the next layer, if these are no more than 64, or all */
    int is_narrow, layer, case_index, groups;
    int reals[MOST_COLOURS], wilds[MOST_COLOURS];
    size_t first; /* of the leaps with these letters */
    State joined; /* in the making */
    LaneChoices *lanes[MOST_LANES];
    int fewest_after[MOST_LANES], most_after[MOST_LANES]; /* of all later lanes */
} Leaping;

static void run_mixed(Leaping *g, const State *state);

static inline int smaller(int one, int other) { return one < other ? one : other; }

/* --- over a number ------------------------------------------------------------------------------------------------ */

/* Words are likely where jokers are to spare, then where long runs are open that take in what comes. */
static uint32_t promise_of(const Automaton *a, const State *state) {
    uint32_t spare = (uint32_t)(UNITS * left_of(state) - needs(a, state)), longs = 0;
    for (int lane = 0; lane < a->problem->lanes; lane++) longs += NODE(a, state->node[lane]).profile >> LONG_SHIFT & FIELD;
    return spare << RANK_BITS | longs;
}

/* Only what no other leap with these letters outdoes is worth a look. */
static void land(Leaping *g, const State *state, uint64_t open) {
    Vector *leaps = &g->l->leaps;
    Seen seen = see_state(g->l, state);
    Leap *leap = (Leap *)leaps->items + g->first, *end = (Leap *)leaps->items + leaps->count, *kept = leap;
    for (; leap < end && !is_above(&leap->seen, &seen); leap++) {}
    if (leap < end) return;
    for (leap = kept; leap < end; leap++)
        if (!is_above(&seen, &leap->seen)) {
            if (kept != leap) *kept = *leap;
            kept++;
        }
    leaps->count = (size_t)(kept - (Leap *)leaps->items);
    *(Leap *)push(leaps, sizeof(Leap)) = (Leap){*state, open, promise_of(g->a, state), seen};
}

/* Makes whole groups of what went into groups and of jokers to spare, and lands; or puts the rest of the number into mixed runs first. */
static void close_number(Leaping *g, const State *state, int tiles, int reals, int most, int spare, uint64_t open) {
    const Problem *p = g->a->problem;
    int had_run = (int)(state->common >> RUN_SHIFT & 1);
    for (int jokers = 0; jokers <= (tiles ? spare : 0); jokers++) {
        g->a->steps++;
        if (tiles && !groups_fit(tiles, reals, most, jokers, p->colours)) continue;
        State closed = *state;
        closed.common -= (uint64_t)jokers << LEFT_SHIFT;
        if (jokers && p->jokers_count) closed.common = add_worth(p, closed.common, jokers * p->numbers[g->layer]);
        if (p->mixed)
            run_mixed(g, &closed);
        else
            land(g, &closed, open);
        if (had_run) break; /* more jokers can join a run */
    }
}

/* --- lane by lane --------------------------------------------------------------------------------------------------- */

/* All that a lane can do, if the other lanes take no more jokers than they must. */
static void find_choices(Leaping *g, int lane, const State *state, int grouped, int wild, int needs_of_all) {
    Automaton *a = g->a;
    LaneChoices *all = g->lanes[lane];
    const Node *node = &NODE(a, state->node[lane]);
    Span span = moves_over(a, node, g->layer, g->reals[lane] - grouped, g->wilds[lane] - wild);
    int most = units_for(a, state, lane, g->layer, grouped + wild, needs_of_all);
    for (int at = 0; at < span.count; at++) {
        const Move *move = (Move *)a->moves.items + span.first + at;
        int units = UNITS * move->jokers + move->need;
        a->steps++;
        if (units > most) continue;
        uint64_t outlook = ~(uint64_t)0;
        if (g->is_narrow) outlook = find_outlook(g->l, g->layer + 1, (uint32_t)move->target, most - UNITS * move->jokers)[0];
        if (!(g->open & outlook)) continue;
        if (all->count == MOST_CHOICES) abort();
        all->choices[all->count++] =
            (Choice){outlook, (uint32_t)move->target, (uint8_t)grouped, (uint8_t)wild, move->jokers, (uint8_t)units, move->begins};
        if (all->fewest > units) all->fewest = units;
        if (all->most < grouped + wild) all->most = grouped + wild;
    }
}

/* The same for every way to share its tiles out between groups and runs. */
static void share_lane(Leaping *g, int lane, const State *state, int needs_of_all) {
    g->lanes[lane]->count = g->lanes[lane]->most = 0;
    g->lanes[lane]->fewest = UNITS * MOST_JOKERS;
    if (g->layer == g->a->problem->numbers_count) {
        find_choices(g, lane, state, 0, 0, needs_of_all);
        return;
    }
    for (int grouped = 0; grouped <= smaller(g->reals[lane], g->groups); grouped++)
        for (int wild = 0; wild <= smaller(g->wilds[lane], g->groups - grouped); wild++)
            find_choices(g, lane, state, grouped, wild, needs_of_all);
}

/* Every choice in one lane after the other. `units` are those of jokers that no lane takes yet. */
static void choose(Leaping *g, int lane, uint64_t common, int tiles, int reals, int most, int units, uint64_t open) {
    const Problem *p = g->a->problem;
    if (lane == p->lanes) {
        g->joined.common = common;
        close_number(g, &g->joined, tiles, reals, most, units / UNITS, open);
        return;
    }
    const LaneChoices *lane_choices = g->lanes[lane];
    g->a->steps += lane_choices->count;
    for (int at = 0; at < lane_choices->count; at++) {
        const Choice *choice = &lane_choices->choices[at];
        int alike = choice->grouped + choice->wild, all = tiles + alike, highest = most > alike ? most : alike;
        int left = units - choice->units, after = left - g->fewest_after[lane];
        if (after < 0 || (all && all + g->most_after[lane] + after / UNITS < SHORTEST * highest)) continue;
        uint64_t narrower = open & choice->outlook;
        if (!narrower) continue;
        g->joined.node[lane] = choice->target;
        uint64_t after_lane = common - ((uint64_t)choice->jokers << LEFT_SHIFT);
        if (choice->begins && p->lazy) after_lane |= (uint64_t)1 << RUN_SHIFT;
        if (choice->jokers && p->jokers_count)
            after_lane = add_worth(p, after_lane, choice->jokers * p->numbers[g->layer < p->numbers_count ? g->layer : 0]);
        choose(g, lane + 1, after_lane, all, reals + choice->grouped, highest, left, narrower);
    }
}

/* Every choice of all lanes together. */
static void leap_as_chosen(Leaping *g, const State *state) {
    int fewest = 0, most = 0;
    for (int lane = g->a->problem->lanes - 1; lane >= 0; lane--) {
        if (!g->lanes[lane]->count) return;
        g->fewest_after[lane] = fewest;
        g->most_after[lane] = most;
        fewest += g->lanes[lane]->fewest;
        most += g->lanes[lane]->most;
    }
    g->joined = *state;
    choose(g, 0, state->common, 0, 0, 0, UNITS * left_of(state), g->open);
}

static void leap_in_lanes(Leaping *g, const State *state) {
    LaneChoices lanes[MOST_LANES];
    int needs_of_all = needs(g->a, state);
    for (int lane = 0; lane < g->a->problem->lanes; lane++) {
        g->lanes[lane] = &lanes[lane];
        share_lane(g, lane, state, needs_of_all);
        if (!lanes[lane].count) return;
    }
    leap_as_chosen(g, state);
}

/* --- mixed runs ----------------------------------------------------------------------------------------------------- */

/* Puts what waits of a number, and jokers, into runs. */
static void run_mixed(Leaping *g, const State *state) {
    const Problem *p = g->a->problem;
    const Node *node = &NODE(g->a, state->node[0]);
    int reals = state->common >> REALS_SHIFT & 15, wilds = state->common >> WILDS_SHIFT & 15;
    Span span = moves_over(g->a, node, g->layer, reals, wilds);
    for (int at = 0; at < span.count; at++) {
        const Move *move = (Move *)g->a->moves.items + span.first + at;
        g->a->steps++;
        if (UNITS * move->jokers + move->need > UNITS * left_of(state)) continue;
        State after = *state;
        after.common = (after.common & BETWEEN) - ((uint64_t)move->jokers << LEFT_SHIFT);
        if (move->begins && p->lazy) after.common |= (uint64_t)1 << RUN_SHIFT;
        if (move->jokers && p->jokers_count)
            after.common = add_worth(p, after.common, move->jokers * p->numbers[g->layer < p->numbers_count ? g->layer : 0]);
        after.node[0] = (uint32_t)move->target;
        land(g, &after, g->open);
    }
}

/* Shares the tiles of a colour out between groups and the runs of all colours, and goes on to the next. */
static void share_mixed(Leaping *g, int colour, const State *state, int tiles, int reals, int most) {
    const Problem *p = g->a->problem;
    if (colour == p->colours) {
        close_number(g, state, tiles, reals, most, left_of(state), g->open);
        return;
    }
    int cell = g->layer * p->colours + colour, room = g->a->room[(size_t)g->case_index * p->faces + cell];
    for (int grouped = 0; grouped <= smaller(g->reals[colour], g->groups); grouped++)
        for (int wild = 0; wild <= smaller(g->wilds[colour], g->groups - grouped); wild++) {
            int all = tiles + grouped + wild, highest = most > grouped + wild ? most : grouped + wild;
            g->a->steps++;
            if (all && all + room + left_of(state) < SHORTEST * highest) continue;
            State joined = *state;
            joined.common += (uint64_t)(g->reals[colour] - grouped) << REALS_SHIFT;
            joined.common += (uint64_t)(g->wilds[colour] - wild) << WILDS_SHIFT;
            share_mixed(g, colour + 1, &joined, all, reals + grouped, highest);
        }
}

/* --- all leaps ------------------------------------------------------------------------------------------------------ */

/* The tiles of a face in play with a letter; whether the case has them. */
static int read_letter(Leaping *g, int colour, int letter) {
    const Problem *p = g->a->problem;
    size_t row = (size_t)g->case_index * p->faces + g->layer * p->colours + colour;
    int used = letter - p->played[row];
    g->reals[colour] = p->must[row] + used;
    g->wilds[colour] = p->bound[row];
    return used >= 0 && used <= p->may[row];
}

/* Adds the tiles of some letters to the tally, if they keep to the cap. */
static int count_letters(const Leaping *g, const Letters *letters, State *state) {
    const Problem *p = g->a->problem;
    int sum = 0;
    for (int colour = 0; colour < p->colours; colour++) sum += letters->letters[colour];
    if (g->a->capped) {
        if ((int)(state->common >> USED_SHIFT & 255) + sum > p->most) return 0;
        state->common += (uint64_t)sum << USED_SHIFT;
    }
    if (g->a->tally) state->common = add_worth(p, state->common, sum * p->numbers[g->layer]);
    return 1;
}

/* All that is the same whatever the letters are. */
static void start_leaping(Leaping *g, Languages *l, int layer, const State *state, const uint64_t *open) {
    g->l = l;
    g->a = l->a;
    g->layer = layer;
    g->case_index = case_of(state);
    g->is_narrow = l->width[layer + 1] == 1;
    g->open = g->is_narrow ? open[0] : ~(uint64_t)0;
    g->first = l->leaps.count;
    g->groups = layer < l->problem->numbers_count ? l->a->most_groups[g->case_index * l->problem->numbers_count + layer] : 0;
}

/* Adds every leap of a state over a layer with some letters that may lead on to words in question, those of the next layer. */
void leap(Languages *l, int layer, const State *state, int32_t place, const uint64_t *open) {
    const Problem *p = l->problem;
    const Letters *letters = letters_at(l, layer, place);
    State start = *state;
    Leaping g;
    start_leaping(&g, l, layer, state, open);
    int ace = layer == p->numbers_count;
    if (!ace) {
        for (int colour = 0; colour < p->colours; colour++)
            if (!read_letter(&g, colour, letters->letters[colour])) return;
        if (!count_letters(&g, letters, &start)) return;
    }
    if (!p->mixed)
        leap_in_lanes(&g, &start);
    else if (ace)
        run_mixed(&g, &start);
    else
        share_mixed(&g, 0, &start, 0, 0, 0);
}
