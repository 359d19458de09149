/* The best play: dive for as much as may be possible, then for less and less. See PythonEngine.best in plays/fallback.py. */
#include <string.h>

#include "reading_order.h"
#include "queries.h"
#include "branch_and_bound.h"

enum {
    FIRST_TRY = 5000, /* steps of a dive before something is done about prices */
    REVERSED_TRIES = 2,
    LAST_TRY = 2000000, /* for any play at all, where none was found */
    ROUNDS = 60,
    SHARE_TO_SEARCH = 16, /* of all steps, where all words can be counted instead */
    SCENARIOS_PER_BATCH = 16
};

typedef struct {
    int found, scenario;
    int64_t value;
    uint8_t letters[MAX_CELLS];
} Choice;

/* Whether a case has a play worth so much; `most` says what the cases can come to if none has. */
static int search_scenarios(Search *search, int scenarios, int64_t value, Choice *choice, int64_t *most) {
    *most = INFEASIBLE;
    for (int scenario = 0; scenario < scenarios; scenario++) {
        int64_t total = search_scenario(search, scenario, value);
        if (total >= value) {
            *choice = (Choice){.found = 1, .scenario = scenario, .value = total};
            memcpy(choice->letters, search->letters, sizeof choice->letters);
            return 1;
        }
        if (is_out_of_steps(search)) return 0;
        if (*most < total) *most = total;
    }
    return 0;
}

/* Jokers that count nothing: of plays that differ in them alone, the one with the most. */
static void find_most_jokers(Search *search, Choice *choice) {
    const Problem *p = search->a->problem;
    int64_t most;
    search->fixed = p->cells; /* what is learnt of plays with more jokers does not hold for the others */
    do {
        search->least_jokers = choice->letters[p->faces] + 1;
    } while (!is_out_of_steps(search) && search_scenarios(search, p->scenarios, choice->value, choice, &most));
    search->least_jokers = choice->letters[p->faces];
}

/* Of all plays worth as much, the first in listing order: letter by letter, is there one with more of that face? */
static void find_first(Search *search, Choice *choice) {
    const Problem *p = search->a->problem;
    int64_t most;
    for (int face = 0; face < p->faces && !is_out_of_steps(search); face++) {
        int highest = 0;
        for (int scenario = 0; scenario < p->scenarios; scenario++) {
            size_t at = (size_t)scenario * p->faces + face;
            if (highest < p->optional[at] + p->played[at]) highest = p->optional[at] + p->played[at];
        }
        while (choice->letters[face] < highest) {
            fix_letters(search, choice->letters, face);
            search->low[face] = (uint8_t)(choice->letters[face] + 1);
            search->high[face] = LETTERS - 1;
            recompute_gains(search->a, face);
            if (!search_scenarios(search, p->scenarios, choice->value, choice, &most)) break;
        }
    }
    fix_letters(search, choice->letters, p->faces);
    if (choice->scenario || !search->a->joker_weight) recompute_gains(search->a, p->faces);
    if (!search->a->joker_weight) find_most_jokers(search, choice);
    /* And the first case that lets it. */
    if (!is_out_of_steps(search)) search_scenarios(search, choice->scenario, choice->value, choice, &most);
}

static int64_t whole_points(int64_t value) { return value > 0 ? value / SCALE * SCALE : 0; }

/* Some play that is worth less, the sooner found the less is asked for. */
static void find_some(Search *search, int64_t value, Choice *choice) {
    int64_t most;
    for (int64_t less = SCALE; value > 0 && !choice->found; less *= 2) {
        value = value > less ? value - less : SCALE < value ? SCALE : 0;
        search->steps = search->a->steps + (value > SCALE ? FIRST_TRY : LAST_TRY);
        if (value) search_scenarios(search, search->a->problem->scenarios, value, choice, &most);
    }
}

/* A short dive with the numbers in the other order: what takes long one way may be soon known the other. Whether it is known now that
 * there is a play worth so much, or none; `most` as of any dive. */
static int search_reversed(Automaton *a, int64_t value, Choice *choice, int64_t *most) {
    const Problem *p = a->problem;
    int32_t weights[MAX_CELLS];
    ReversedProblem reversed;
    Automaton other;
    Search search;
    Choice found;
    reverse_problem(p, &reversed);
    for (int face = 0; face < p->faces; face++) weights[face] = a->weights[reversed_cell(p, face)];
    automaton_open(&other, &reversed.problem, weights, a->joker_weight, a->count_value);
    search_open(&search, &other);
    search.steps = FIRST_TRY;
    int is_found = search_scenarios(&search, p->scenarios, value, &found, most),
        is_known = is_found || !(is_out_of_steps(&search) || other.is_incomplete);
    if (is_found) {
        *choice = found;
        for (int face = 0; face < p->faces; face++) choice->letters[face] = found.letters[reversed_cell(p, face)];
    }
    a->steps += other.steps;
    search_close(&search);
    automaton_close(&other);
    release(reversed.bytes);
    return is_known;
}

/* Dives for less and less until a play is found. Where that takes long, also the other way round, prices are found first that bring the
 * bound down to what is known to be possible. What is worth less than a floor is not looked for. */
static void find_value(Search *search, int64_t limit, int64_t floor, Choice *choice) {
    Automaton *a = search->a;
    Choice known = {0};
    int64_t most = root_bound(a);
    int has_multipliers = a->problem->mixed, tries = REVERSED_TRIES;
    while (most >= SCALE && most >= floor && a->steps <= limit) {
        int64_t value = whole_points(most);
        if (known.found && known.value >= value) break;
        search->steps = has_multipliers || a->steps + FIRST_TRY > limit ? limit : a->steps + FIRST_TRY;
        if (search_scenarios(search, a->problem->scenarios, value, &known, &most)) break;
        if (!is_out_of_steps(search) || has_multipliers) continue;
        if (tries-- > 0 && search_reversed(a, value, &known, &most)) continue;
        has_multipliers = 1;
        find_some(search, value, &known);
        improve_multipliers(a, known.value, ROUNDS);
        most = root_bound(a);
    }
    search->steps = limit;
    if (!known.found && is_out_of_steps(search)) find_some(search, whole_points(root_bound(a)), &known);
    search->steps = limit;
    *choice = known;
}

/* Whether it is proven that this is the best play, or that there is none above a floor. */
static int find_best(Automaton *a, int64_t limit, int64_t floor, Choice *choice) {
    Search search;
    search_open(&search, a);
    find_value(&search, limit, floor, choice);
    if (choice->found && !is_out_of_steps(&search)) find_first(&search, choice);
    int proven = !is_out_of_steps(&search) && !a->is_incomplete;
    search_close(&search);
    return proven;
}

/* Of a play of some cases and of one of cases before them: the one that is worth more, of equals the first in listing order. */
static void choose(const Problem *p, int first, const Choice *found, Choice *best) {
    if (!found->found || (best->found && found->value < best->value)) return;
    if (best->found && found->value == best->value && memcmp(found->letters, best->letters, (size_t)p->faces + 1) <= 0) return;
    *best = *found;
    best->scenario += first;
}

/* The same where there are so many cases that all nodes together would take much room: some cases at a time. */
static int find_best_by_parts(Engine *engine, const int32_t *weights, int joker_weight, int64_t limit, Choice *best) {
    int proven = 1;
    for (int first = 0; first < engine->problem.scenarios; first += SCENARIOS_PER_BATCH) {
        int left = engine->problem.scenarios - first;
        Problem part = select_scenarios(&engine->problem, first, left < SCENARIOS_PER_BATCH ? left : SCENARIOS_PER_BATCH);
        Choice found = {0};
        Automaton a;
        arena_retry();
        automaton_open(&a, &part, weights, joker_weight, 1);
        proven &= find_best(&a, limit, best->found ? best->value : 0, &found);
        limit -= a.steps;
        engine->spent += a.steps;
        automaton_close(&a);
        choose(&part, first, &found, best);
    }
    return proven;
}

/* Whether there is any play. */
int engine_any(Engine *engine, const int32_t *weights) {
    Choice choice = {0};
    begin_query(engine);
    for (int first = 0; first < engine->problem.scenarios && !choice.found; first += SCENARIOS_PER_BATCH) {
        int left = engine->problem.scenarios - first;
        Problem part = select_scenarios(&engine->problem, first, left < SCENARIOS_PER_BATCH ? left : SCENARIOS_PER_BATCH);
        Automaton a;
        Search search;
        int64_t most;
        arena_retry();
        automaton_open(&a, &part, weights, 1, 1);
        search_open(&search, &a);
        search.steps = engine->steps;
        search_scenarios(&search, part.scenarios, SCALE, &choice, &most);
        search_close(&search);
        engine->spent += a.steps;
        automaton_close(&a);
    }
    end_query(engine);
    return choice.found;
}

static int search_best(Engine *engine, const int32_t *weights, int joker_weight, int64_t limit, Choice *best) {
    if (engine->problem.scenarios > SCENARIOS_PER_BATCH) return find_best_by_parts(engine, weights, joker_weight, limit, best);
    Automaton *a = allocate(sizeof *a);
    automaton_open(a, &engine->problem, weights, joker_weight, 1);
    int proven = find_best(a, limit, 0, best);
    engine->spent += a->steps;
    keep_automaton(engine, a);
    return proven;
}

/* Bit 0: a play was found; bit 1: that is proven. Where all words can be counted, the search is short at first; if it proves nothing, the
 * best is taken from all words, and if these are too many, the search goes on. */
int engine_best(Engine *engine, const int32_t *weights, int32_t joker_weight, uint8_t *letters, int32_t *scenario) {
    int is_few = are_words_few(&engine->problem);
    uint64_t total[2];
    Choice best = {0};
    begin_query(engine);
    int proven = search_best(engine, weights, joker_weight, is_few ? engine->steps / SHARE_TO_SEARCH : engine->steps, &best);
    if (!proven && is_few) {
        if (engine_count(engine, total) && is_listed(engine->words_found)) {
            proven = 1;
            best.found = find_best_word(engine->words_found, weights, joker_weight, best.letters, &best.scenario, &engine->spent);
        } else {
            best = (Choice){0};
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
