/* Steps over a whole number at once: what all its lanes can do with some letters. See expand in automaton.c for what is done
 * colour by colour. Here the states within a number have no names: most of them lead nowhere, which is soon seen.
 */
#include <stdlib.h>

#include "languages.h"

enum { MOST_CHOICES = 256 };

/* What a lane can do: tiles in groups, jokers in runs, and what may follow. */
typedef struct {
    const uint64_t *outlook;
    uint32_t target;
    uint8_t grouped, wild, jokers, units, begins; /* units of jokers: those taken now, and those needed later */
} Choice;

typedef struct {
    Languages *l;
    Automaton *a;
    uint64_t open; /* the words in question of the next layer, if these are no more than 64, or all */
    int is_narrow, layer, case_index, groups;
    int reals[MOST_COLOURS], wilds[MOST_COLOURS];
    size_t first; /* of the leaps with these letters */
    State joined; /* in the making */
    int count[MOST_LANES], fewest[MOST_LANES], most[MOST_LANES];    /* of choices: their units, and tiles in groups */
    int fewest_after[MOST_LANES], most_after[MOST_LANES];           /* the same of all later lanes */
    Choice choices[MOST_LANES][MOST_CHOICES];
} Leaping;

static void run_mixed(Leaping *g, const State *state);

static inline int smaller(int one, int other) { return one < other ? one : other; }

/* --- over a number ------------------------------------------------------------------------------------------------ */

/* Where words were found behind all nodes of late, more are likely. */
static uint32_t hope_of(const Languages *l, const State *state) {
    uint32_t least = UINT32_MAX;
    for (int lane = 0; lane < l->problem->lanes; lane++)
        if (least > l->hopes[state->node[lane]]) least = l->hopes[state->node[lane]];
    return least;
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
    *(Leap *)push(leaps, sizeof(Leap)) = (Leap){*state, open, hope_of(g->l, state), seen};
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
    const Node *node = &NODE(a, state->node[lane]);
    Span span = moves_over(a, node, g->layer, g->reals[lane] - grouped, g->wilds[lane] - wild);
    int most = units_for(a, state, lane, g->layer, grouped + wild, needs_of_all);
    for (int at = 0; at < span.count; at++) {
        const Move *move = (Move *)a->moves.items + span.first + at;
        int units = UNITS * move->jokers + move->need;
        a->steps++;
        if (units > most) continue;
        const uint64_t *outlook = find_outlook(g->l, g->layer + 1, (uint32_t)move->target, most - UNITS * move->jokers);
        if (g->is_narrow && !(g->open & outlook[0])) continue;
        if (g->count[lane] == MOST_CHOICES) abort();
        g->choices[lane][g->count[lane]++] =
            (Choice){outlook, (uint32_t)move->target, (uint8_t)grouped, (uint8_t)wild, move->jokers, (uint8_t)units, move->begins};
        if (g->fewest[lane] > units) g->fewest[lane] = units;
        if (g->most[lane] < grouped + wild) g->most[lane] = grouped + wild;
    }
}

/* The same for every way to share its tiles out between groups and runs. */
static void share_lane(Leaping *g, int lane, const State *state, int needs_of_all) {
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
    g->a->steps += g->count[lane];
    for (int at = 0; at < g->count[lane]; at++) {
        const Choice *choice = &g->choices[lane][at];
        int alike = choice->grouped + choice->wild, all = tiles + alike, highest = most > alike ? most : alike;
        int left = units - choice->units, after = left - g->fewest_after[lane];
        if (after < 0 || (all && all + g->most_after[lane] + after / UNITS < SHORTEST * highest)) continue;
        uint64_t narrower = g->is_narrow ? open & choice->outlook[0] : open;
        if (!narrower) continue;
        g->joined.node[lane] = choice->target;
        uint64_t after_lane = common - ((uint64_t)choice->jokers << LEFT_SHIFT);
        if (choice->begins && p->lazy) after_lane |= (uint64_t)1 << RUN_SHIFT;
        if (choice->jokers && p->jokers_count)
            after_lane = add_worth(p, after_lane, choice->jokers * p->numbers[g->layer < p->numbers_count ? g->layer : 0]);
        choose(g, lane + 1, after_lane, all, reals + choice->grouped, highest, left, narrower);
    }
}

static void leap_in_lanes(Leaping *g, const State *state) {
    const Problem *p = g->a->problem;
    int needs_of_all = needs(g->a, state), fewest = 0, most = 0;
    for (int lane = 0; lane < p->lanes; lane++) {
        g->count[lane] = g->most[lane] = 0;
        g->fewest[lane] = UNITS * MOST_JOKERS;
        if (g->layer == p->numbers_count)
            find_choices(g, lane, state, 0, 0, needs_of_all);
        else
            share_lane(g, lane, state, needs_of_all);
        if (!g->count[lane]) return;
    }
    for (int lane = p->lanes - 1; lane >= 0; lane--) {
        g->fewest_after[lane] = fewest;
        g->most_after[lane] = most;
        fewest += g->fewest[lane];
        most += g->most[lane];
    }
    g->joined = *state;
    choose(g, 0, state->common, 0, 0, 0, UNITS * left_of(state), g->open);
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

/* The tiles of a number in play with some letters; whether the case has them. */
static int read_letters(Leaping *g, const Letters *letters, State *state) {
    const Problem *p = g->a->problem;
    int sum = 0;
    for (int colour = 0; colour < p->colours; colour++) {
        size_t row = (size_t)g->case_index * p->faces + g->layer * p->colours + colour;
        int used = letters->letters[colour] - p->played[row];
        if (used < 0 || used > p->may[row]) return 0;
        g->reals[colour] = p->must[row] + used;
        g->wilds[colour] = p->bound[row];
        sum += letters->letters[colour];
    }
    if (g->a->capped) {
        if ((int)(state->common >> USED_SHIFT & 255) + sum > p->most) return 0;
        state->common += (uint64_t)sum << USED_SHIFT;
    }
    if (g->a->tally) state->common = add_worth(p, state->common, sum * p->numbers[g->layer]);
    return 1;
}

/* Adds every leap of a state over a layer with some letters that may lead on to words in question, those of the next layer. */
void leap(Languages *l, int layer, const State *state, int32_t place, const uint64_t *open) {
    const Problem *p = l->problem;
    State start = *state;
    Leaping g;
    g.l = l;
    g.a = l->a;
    g.layer = layer;
    g.case_index = case_of(state);
    g.is_narrow = l->width[layer + 1] == 1;
    g.open = g.is_narrow ? open[0] : ~(uint64_t)0;
    g.first = l->leaps.count;
    int ace = layer == p->numbers_count;
    if (!ace) {
        g.groups = l->a->most_groups[g.case_index * p->numbers_count + layer];
        if (!read_letters(&g, letters_at(l, layer, place), &start)) return;
    }
    if (!p->mixed)
        leap_in_lanes(&g, &start);
    else if (ace)
        run_mixed(&g, &start);
    else
        share_mixed(&g, 0, &start, 0, 0, 0);
}
