/* The best play: branch and bound that starts at the upper bound and lowers the target until a play is found.
 *
 * The target is the upper bound in whole points. A failed search proves that no play reaches it, and returns a lower bound. If
 * a search takes many steps, there are three remedies: a short search with the numbers in reverse order, a quick search for
 * some worse play, and subgradient steps that lower the bound towards the value of that play (see bounds.c). Of all plays with
 * the best value, the first in listing order is returned. If nothing is proven within a part of the steps, and all words can
 * be listed, the best word is chosen among all of them.
 *
 * Example: black 8, 9 and 10 lie on the table; red 9, blue 9 and black 11 are in the hand, each worth a point. The bound is 3.
 * Searches for more than 1 point fail, because red 9 and blue 9 form no group without black 9. The search for 1 point finds
 * black 11.
 */
#include <string.h>

#include "reading_order.h"
#include "queries.h"
#include "branch_and_bound.h"

enum {
    FIRST_TRY = 5000, /* steps of a search before the remedies */
    REVERSED_TRIES = 2,
    LAST_TRY = 2000000, /* steps of the search for any play, if none was found */
    SEARCH_PART = 16,   /* the search gets this part of all steps if all words can be enumerated instead */
    SCENARIOS_PER_BATCH = 16
};

typedef struct {
    int found, scenario;
    int64_t value;
    uint8_t letters[MAX_CELLS];
} Play;

/* Whether the first scenarios have a play with at least this value; if not, `bound` is an upper bound for them. */
static int search_scenarios(Search *search, int scenarios, int64_t value, Play *play, int64_t *bound) {
    *bound = INFEASIBLE;
    for (int scenario = 0; scenario < scenarios; scenario++) {
        int64_t total = search_scenario(search, scenario, value);
        if (total >= value) {
            *play = (Play){.found = 1, .scenario = scenario, .value = total};
            memcpy(play->letters, search->letters, sizeof play->letters);
            return 1;
        }
        if (is_out_of_steps(search)) return 0;
        if (*bound < total) *bound = total;
    }
    return 0;
}

/* If jokers have no weight: of the plays that differ in jokers alone, finds the one with most jokers. */
static void find_max_jokers(Search *search, Play *play) {
    const Problem *p = search->a->problem;
    int64_t bound;
    search->fixed = p->cells; /* bounds for plays with more jokers are not valid for others */
    do {
        search->min_jokers = play->letters[p->faces] + 1;
    } while (!is_out_of_steps(search) && search_scenarios(search, p->scenarios, play->value, play, &bound));
    search->min_jokers = play->letters[p->faces];
}

/* Finds the first play in listing order with the same value: face by face, is there one with a higher letter? Then the first
 * scenario that allows it. */
static void find_first(Search *search, Play *play) {
    const Problem *p = search->a->problem;
    int64_t bound;
    for (int face = 0; face < p->faces && !is_out_of_steps(search); face++) {
        int highest = 0;
        for (int scenario = 0; scenario < p->scenarios; scenario++) {
            size_t at = (size_t)scenario * p->faces + face;
            highest = max_int(highest, p->optional[at] + p->played[at]);
        }
        while (play->letters[face] < highest) {
            fix_letters(search, play->letters, face);
            search->low[face] = (uint8_t)(play->letters[face] + 1);
            search->high[face] = LETTERS - 1;
            recompute_gains(search->a, face);
            if (!search_scenarios(search, p->scenarios, play->value, play, &bound)) break;
        }
    }
    fix_letters(search, play->letters, p->faces);
    if (play->scenario || !search->a->joker_weight) recompute_gains(search->a, p->faces);
    if (!search->a->joker_weight) find_max_jokers(search, play);
    if (!is_out_of_steps(search)) search_scenarios(search, play->scenario, play->value, play, &bound);
}

static int64_t whole_points(int64_t value) { return value > 0 ? value / SCALE * SCALE : 0; }

/* Looks for some play below a value: the target falls by 1, 2, 4, ... points. */
static void find_some(Search *search, int64_t value, Play *play) {
    int64_t bound;
    for (int64_t less = SCALE; value > 0 && !play->found; less *= 2) {
        value = value > less ? value - less : SCALE < value ? SCALE : 0;
        search->step_limit = search->a->steps + (value > SCALE ? FIRST_TRY : LAST_TRY);
        if (value) search_scenarios(search, search->a->problem->scenarios, value, play, &bound);
    }
}

/* A short search with the numbers in reverse order, which may need far fewer steps. Returns whether it was decided: a play
 * with at least this value was found, or there is none and `bound` is set. */
static int search_reversed(Automaton *a, int64_t value, Play *play, int64_t *bound) {
    const Problem *p = a->problem;
    int32_t weights[MAX_CELLS];
    ReversedProblem reversed;
    Automaton other;
    Search search;
    Play found = {0};
    reverse_problem(p, &reversed);
    for (int face = 0; face < p->faces; face++) weights[face] = a->weights[reversed_cell(p, face)];
    automaton_open(&other, &reversed.problem, weights, a->joker_weight, a->count_value);
    search_open(&search, &other);
    search.step_limit = FIRST_TRY;
    int is_found = search_scenarios(&search, p->scenarios, value, &found, bound);
    int is_decided = is_found || !(is_out_of_steps(&search) || other.is_incomplete);
    if (is_found) {
        *play = found;
        for (int face = 0; face < p->faces; face++) play->letters[face] = found.letters[reversed_cell(p, face)];
    }
    a->steps += other.steps;
    a->uncounted += other.uncounted;
    search_close(&search);
    automaton_close(&other);
    release(reversed.bytes);
    return is_decided;
}

/* Finds a play with the best value, unless that is below `floor`. Lowers the target until a play is found; after FIRST_TRY
 * steps it applies the remedies once. */
static void find_value(Search *search, int64_t limit, int64_t floor, Play *play) {
    Automaton *a = search->a;
    Play known = {0};
    int64_t bound = root_bound(a);
    int has_multipliers = a->problem->mixed, tries = REVERSED_TRIES;
    while (bound >= SCALE && bound >= floor && !must_end(a, limit)) {
        int64_t value = whole_points(bound);
        if (known.found && known.value >= value) break;
        search->step_limit = has_multipliers || a->steps + FIRST_TRY > limit ? limit : a->steps + FIRST_TRY;
        if (search_scenarios(search, a->problem->scenarios, value, &known, &bound)) break;
        if (!is_out_of_steps(search) || has_multipliers) continue;
        if (tries-- > 0 && search_reversed(a, value, &known, &bound)) continue;
        has_multipliers = 1;
        find_some(search, value, &known);
        improve_multipliers(a, known.value);
        bound = root_bound(a);
    }
    search->step_limit = limit;
    if (!known.found && is_out_of_steps(search)) find_some(search, whole_points(root_bound(a)), &known);
    search->step_limit = limit;
    *play = known;
}

/* Returns whether `play` is proven to be the best play, or it is proven that none reaches the floor. */
static int find_best(Automaton *a, int64_t limit, int64_t floor, Play *play) {
    Search search;
    search_open(&search, a);
    find_value(&search, limit, floor, play);
    if (play->found && !is_out_of_steps(&search)) find_first(&search, play);
    int proven = !is_out_of_steps(&search) && !a->is_incomplete;
    search_close(&search);
    return proven;
}

/* Replaces the best play of earlier batches by one of a later batch, if that has a higher value or, of equals, comes first in
 * listing order. */
static void keep_better(const Problem *p, int first, const Play *found, Play *best) {
    if (!found->found || (best->found && found->value < best->value)) return;
    if (best->found && found->value == best->value && memcmp(found->letters, best->letters, (size_t)p->faces + 1) <= 0) return;
    *best = *found;
    best->scenario += first;
}

static Problem batch_at(const Problem *p, int first) {
    return select_scenarios(p, first, min_int(p->scenarios - first, SCENARIOS_PER_BATCH));
}

/* The best play over batches of scenarios: the nodes of all scenarios together would need much memory. */
static int find_best_in_batches(Engine *engine, const int32_t *weights, int joker_weight, int64_t limit, Play *best) {
    int proven = 1;
    for (int first = 0; first < engine->problem.scenarios; first += SCENARIOS_PER_BATCH) {
        Problem batch = batch_at(&engine->problem, first);
        Play found = {0};
        Automaton a;
        arena_retry();
        automaton_open(&a, &batch, weights, joker_weight, 1);
        proven &= find_best(&a, limit, best->found ? best->value : 0, &found);
        limit -= a.steps;
        take_steps(engine, &a);
        automaton_close(&a);
        keep_better(&batch, first, &found, best);
    }
    return proven;
}

/* Whether there is any play. */
int engine_any(Engine *engine) {
    int32_t weights[MAX_CELLS];
    Play play = {0};
    for (int cell = 0; cell < MAX_CELLS; cell++) weights[cell] = 1;
    begin_query(engine);
    for (int first = 0; first < engine->problem.scenarios && !play.found; first += SCENARIOS_PER_BATCH) {
        Problem batch = batch_at(&engine->problem, first);
        Automaton a;
        Search search;
        int64_t bound;
        arena_retry();
        automaton_open(&a, &batch, weights, 1, 1);
        search_open(&search, &a);
        search.step_limit = engine->steps;
        search_scenarios(&search, batch.scenarios, SCALE, &play, &bound);
        search_close(&search);
        take_steps(engine, &a);
        automaton_close(&a);
    }
    end_query(engine);
    return play.found;
}

static int search_best(Engine *engine, const int32_t *weights, int joker_weight, int64_t limit, Play *best) {
    if (engine->problem.scenarios > SCENARIOS_PER_BATCH) return find_best_in_batches(engine, weights, joker_weight, limit, best);
    Automaton *a = allocate(sizeof *a);
    automaton_open(a, &engine->problem, weights, joker_weight, 1);
    int proven = find_best(a, limit, 0, best);
    take_steps(engine, a);
    keep_automaton(engine, a);
    return proven;
}

/* Finds the best play. Bit 0 of the result: a play was found; bit 1: it is proven to be the best, or that there is none. */
int engine_best(Engine *engine, const int32_t *weights, int32_t joker_weight, uint8_t *letters, int32_t *scenario) {
    int is_few = are_words_few(&engine->problem);
    uint64_t total[2];
    Play best = {0};
    begin_query(engine);
    int proven = search_best(engine, weights, joker_weight, is_few ? engine->steps / SEARCH_PART : engine->steps, &best);
    if (!proven && is_few) {
        if (engine_count(engine, total) && is_listed(engine->words_found)) {
            proven = 1;
            best.found = find_best_word(engine->words_found, weights, joker_weight, best.letters, &best.scenario, &engine->spent);
        } else {
            best = (Play){0};
            proven = search_best(engine, weights, joker_weight, engine->steps, &best);
        }
    }
    end_query(engine);
    if (best.found) {
        memcpy(letters, best.letters, (size_t)engine->problem.faces + 1);
        *scenario = best.scenario;
    }
    return best.found | proven << 1;
}
