/* The best play: dive for as much as may be possible, then for less and less. See PythonEngine.best in plays/fallback.py. */
#include <string.h>

#include "reading_order.h"
#include "queries.h"
#include "branch_and_bound.h"

enum {
    FIRST_TRY = 5000, /* steps of a dive before something is done about prices */
    TRIES_OTHER_WAY = 2,
    LAST_TRY = 2000000, /* for any play at all, where none was found */
    ROUNDS = 60,
    SHARE_TO_DIVE = 16, /* of all steps, where all words can be counted instead */
    CASES_AT_A_TIME = 16
};

typedef struct {
    int found, case_index;
    int64_t worth;
    uint8_t letters[MOST_CELLS];
} Choice;

/* Whether a case has a play worth so much; `most` says what the cases can come to if none has. */
static int dive_in_cases(Dive *dive, int cases, int64_t worth, Choice *choice, int64_t *most) {
    *most = DEAD;
    for (int case_index = 0; case_index < cases; case_index++) {
        int64_t total = dive_for(dive, case_index, worth);
        if (total >= worth) {
            *choice = (Choice){.found = 1, .case_index = case_index, .worth = total};
            memcpy(choice->letters, dive->letters, sizeof choice->letters);
            return 1;
        }
        if (is_out_of_steps(dive)) return 0;
        if (*most < total) *most = total;
    }
    return 0;
}

/* Jokers that count nothing: of plays that differ in them alone, the one with the most. */
static void find_most_jokers(Dive *dive, Choice *choice) {
    const Problem *p = dive->a->problem;
    int64_t most;
    dive->fixed = p->cells; /* what is learnt of plays with more jokers does not hold for the others */
    do {
        dive->least_jokers = choice->letters[p->faces] + 1;
    } while (!is_out_of_steps(dive) && dive_in_cases(dive, p->cases, choice->worth, choice, &most));
    dive->least_jokers = choice->letters[p->faces];
}

/* Of all plays worth as much, the first in listing order: letter by letter, is there one with more of that face? */
static void find_first(Dive *dive, Choice *choice) {
    const Problem *p = dive->a->problem;
    int64_t most;
    for (int face = 0; face < p->faces && !is_out_of_steps(dive); face++) {
        int highest = 0;
        for (int case_index = 0; case_index < p->cases; case_index++) {
            size_t at = (size_t)case_index * p->faces + face;
            if (highest < p->may[at] + p->played[at]) highest = p->may[at] + p->played[at];
        }
        while (choice->letters[face] < highest) {
            fix_letters(dive, choice->letters, face);
            dive->low[face] = (uint8_t)(choice->letters[face] + 1);
            dive->high[face] = LETTERS - 1;
            look_again(dive->a, face);
            if (!dive_in_cases(dive, p->cases, choice->worth, choice, &most)) break;
        }
    }
    fix_letters(dive, choice->letters, p->faces);
    if (choice->case_index || !dive->a->joker_weight) look_again(dive->a, p->faces);
    if (!dive->a->joker_weight) find_most_jokers(dive, choice);
    /* And the first case that lets it. */
    if (!is_out_of_steps(dive)) dive_in_cases(dive, choice->case_index, choice->worth, choice, &most);
}

static int64_t whole_points(int64_t worth) { return worth > 0 ? worth / SCALE * SCALE : 0; }

/* Some play that is worth less, the sooner found the less is asked for. */
static void find_some(Dive *dive, int64_t worth, Choice *choice) {
    int64_t most;
    for (int64_t less = SCALE; worth > 0 && !choice->found; less *= 2) {
        worth = worth > less ? worth - less : SCALE < worth ? SCALE : 0;
        dive->steps = dive->a->steps + (worth > SCALE ? FIRST_TRY : LAST_TRY);
        if (worth) dive_in_cases(dive, dive->a->problem->cases, worth, choice, &most);
    }
}

/* A short dive with the numbers in the other order: what takes long one way may be soon known the other. Whether it is known now that
 * there is a play worth so much, or none; `most` as of any dive. */
static int dive_other_way(Automaton *a, int64_t worth, Choice *choice, int64_t *most) {
    const Problem *p = a->problem;
    int32_t weights[MOST_CELLS];
    Turned turned;
    Automaton other;
    Dive dive;
    Choice found;
    turn_problem(p, &turned);
    for (int face = 0; face < p->faces; face++) weights[face] = a->weights[turned_cell(p, face)];
    automaton_open(&other, &turned.problem, weights, a->joker_weight, a->tally);
    dive_open(&dive, &other);
    dive.steps = FIRST_TRY;
    int is_found = dive_in_cases(&dive, p->cases, worth, &found, most), is_known = is_found || !(is_out_of_steps(&dive) || other.is_cut);
    if (is_found) {
        *choice = found;
        for (int face = 0; face < p->faces; face++) choice->letters[face] = found.letters[turned_cell(p, face)];
    }
    a->steps += other.steps;
    dive_close(&dive);
    automaton_close(&other);
    give_back(turned.bytes);
    return is_known;
}

/* Dives for less and less until a play is found. Where that takes long, also the other way round, prices are found first that bring the
 * bound down to what is known to be possible. What is worth less than a floor is not looked for. */
static void find_worth(Dive *dive, int64_t limit, int64_t floor, Choice *choice) {
    Automaton *a = dive->a;
    Choice known = {0};
    int64_t most = most_to_come(a);
    int priced = a->problem->mixed, tries = TRIES_OTHER_WAY;
    while (most >= SCALE && most >= floor && a->steps <= limit) {
        int64_t worth = whole_points(most);
        if (known.found && known.worth >= worth) break;
        dive->steps = priced || a->steps + FIRST_TRY > limit ? limit : a->steps + FIRST_TRY;
        if (dive_in_cases(dive, a->problem->cases, worth, &known, &most)) break;
        if (!is_out_of_steps(dive) || priced) continue;
        if (tries-- > 0 && dive_other_way(a, worth, &known, &most)) continue;
        priced = 1;
        find_some(dive, worth, &known);
        improve_prices(a, known.worth, ROUNDS);
        most = most_to_come(a);
    }
    dive->steps = limit;
    if (!known.found && is_out_of_steps(dive)) find_some(dive, whole_points(most_to_come(a)), &known);
    dive->steps = limit;
    *choice = known;
}

/* Whether it is proven that this is the best play, or that there is none above a floor. */
static int find_best(Automaton *a, int64_t limit, int64_t floor, Choice *choice) {
    Dive dive;
    dive_open(&dive, a);
    find_worth(&dive, limit, floor, choice);
    if (choice->found && !is_out_of_steps(&dive)) find_first(&dive, choice);
    int proven = !is_out_of_steps(&dive) && !a->is_cut;
    dive_close(&dive);
    return proven;
}

/* Of a play of some cases and of one of cases before them: the one that is worth more, of equals the first in listing order. */
static void choose(const Problem *p, int first, const Choice *found, Choice *best) {
    if (!found->found || (best->found && found->worth < best->worth)) return;
    if (best->found && found->worth == best->worth && memcmp(found->letters, best->letters, (size_t)p->faces + 1) <= 0) return;
    *best = *found;
    best->case_index += first;
}

/* The same where there are so many cases that all nodes together would take much room: some cases at a time. */
static int find_best_by_parts(Kernel *kernel, const int32_t *weights, int joker_weight, int64_t limit, Choice *best) {
    int proven = 1;
    for (int first = 0; first < kernel->problem.cases; first += CASES_AT_A_TIME) {
        int left = kernel->problem.cases - first;
        Problem part = some_cases(&kernel->problem, first, left < CASES_AT_A_TIME ? left : CASES_AT_A_TIME);
        Choice found = {0};
        Automaton a;
        try_anew();
        automaton_open(&a, &part, weights, joker_weight, 1);
        proven &= find_best(&a, limit, best->found ? best->worth : 0, &found);
        limit -= a.steps;
        kernel->spent += a.steps;
        automaton_close(&a);
        choose(&part, first, &found, best);
    }
    return proven;
}

/* Whether there is any play. */
int plays_any(Kernel *kernel, const int32_t *weights) {
    Choice choice = {0};
    begin_question(kernel);
    for (int first = 0; first < kernel->problem.cases && !choice.found; first += CASES_AT_A_TIME) {
        int left = kernel->problem.cases - first;
        Problem part = some_cases(&kernel->problem, first, left < CASES_AT_A_TIME ? left : CASES_AT_A_TIME);
        Automaton a;
        Dive dive;
        int64_t most;
        try_anew();
        automaton_open(&a, &part, weights, 1, 1);
        dive_open(&dive, &a);
        dive.steps = kernel->steps;
        dive_in_cases(&dive, part.cases, SCALE, &choice, &most);
        dive_close(&dive);
        kernel->spent += a.steps;
        automaton_close(&a);
    }
    end_question(kernel);
    return choice.found;
}

/* Bit 0: a play was found; bit 1: that is proven. Where all words can be counted, diving need not go on for ever at first. */
int plays_best_dived(Kernel *kernel, const int32_t *weights, int32_t joker_weight, int32_t first, uint8_t *letters, int32_t *case_index) {
    int64_t limit = first && are_words_few(&kernel->problem) ? kernel->steps / SHARE_TO_DIVE : kernel->steps;
    Choice best = {0};
    int proven;
    begin_question(kernel);
    if (kernel->problem.cases > CASES_AT_A_TIME) {
        proven = find_best_by_parts(kernel, weights, joker_weight, limit, &best);
    } else {
        Automaton *a = allot_bytes(sizeof *a);
        automaton_open(a, &kernel->problem, weights, joker_weight, 1);
        proven = find_best(a, limit, 0, &best);
        kernel->spent += a->steps;
        keep_automaton(kernel, a);
    }
    end_question(kernel);
    if (best.found) {
        memcpy(letters, best.letters, (size_t)kernel->problem.faces + 1);
        *case_index = best.case_index;
    }
    return best.found | proven << 1;
}

/* The same from all words, where these are few enough to be counted at once; and where that takes too much room, diving on. */
int plays_best_counted(Kernel *kernel, const int32_t *weights, int32_t joker_weight, uint8_t *letters, int32_t *case_index) {
    uint64_t total[2];
    if (!are_words_few(&kernel->problem)) return 0;
    if (!plays_total(kernel, total) || !is_listed(kernel->languages)) return plays_best_dived(kernel, weights, joker_weight, 0, letters, case_index);
    begin_question(kernel);
    int found = find_best_word(kernel->languages, weights, joker_weight, letters, case_index, &kernel->spent);
    end_question(kernel);
    return found | 2;
}
