/* The interface for Python: an engine answers queries about one problem.
 *
 * engine_open copies a problem. Then the queries are engine_any, engine_best (best.c), engine_count, engine_enumerate (here)
 * and engine_reconstruct (reconstruct.c), in any order and number. Results that later queries need are kept. engine_spent says
 * how many steps the queries took. engine_close releases everything. An engine must be used by one thread at a time; engines
 * are independent.
 *
 * Example: red 3, 4 and 5 lie on the table, red 6 and red 7 are in the hand. engine_count gives 2 words: the empty word is not
 * a play. engine_enumerate lists first red 6 and red 7, then red 6 alone: at the first face where two words differ, the higher
 * letter comes first.
 */
#include <string.h>

#include "queries.h"

enum { HEADER_INTEGERS = 13 };

static void automaton_release(Automaton *a) {
    if (a) automaton_close(a);
    release(a);
}

/* Starts a query in the arena of the engine. Queries may be nested. */
void begin_query(Engine *engine) {
    if (engine->depth++) return;
    engine->outer = arena_enter(&engine->arena);
    arena_retry();
}

/* Ends a query. Automata above the soft limit of memory are not kept for the next query. */
void end_query(Engine *engine) {
    if (--engine->depth) return;
    if (arena_is_large()) {
        release_word_automaton(engine);
        automaton_release(engine->best_automaton);
        engine->best_automaton = NULL;
    }
    arena_enter(engine->outer);
}

void engine_close(Engine *engine) {
    begin_query(engine);
    language_search_release(engine->words_found);
    language_search_release(engine->superset);
    automaton_release(engine->automaton);
    automaton_release(engine->best_automaton);
    table_builder_release(engine->builder);
    release(engine->integers);
    release(engine->bytes);
    engine->automaton = engine->best_automaton = NULL;
    end_query(engine);
    Arena *outer = arena_enter(NULL); /* the engine itself is in no arena */
    release(engine);
    arena_enter(outer);
}

/* Whether the hand tiles of each face fit into a letter, and all tiles of each number, jokers included, into a count of a
 * profile. */
static int are_countable(const Problem *p) {
    for (int scenario = 0; scenario < p->scenarios; scenario++)
        for (int number = 0; number < p->numbers_count; number++) {
            int tiles = jokers_of(p, scenario);
            for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
                size_t at = (size_t)scenario * p->faces + face;
                tiles += tiles_in(p, scenario, face);
                if (p->optional[at] + p->played[at] >= LETTERS) return 0;
            }
            if (tiles > COUNT_MASK) return 0;
        }
    return 1;
}

static void read_header(Problem *p, const int32_t *integers) {
    p->numbers_count = integers[0];
    p->colours = integers[1];
    p->runs = integers[2];
    p->groups = integers[3];
    p->mixed = integers[4];
    p->ace_high = integers[5];
    p->track_bare = integers[6];
    p->cap = integers[7];
    p->minimum = integers[8];
    p->jokers_have_value = integers[9];
    p->scenarios = integers[10];
    p->defer_jokers = integers[11];
    p->run_colours = p->mixed ? 1 : p->colours;
    p->faces = p->numbers_count * p->colours;
    p->cells = p->faces + (p->ace_high ? p->run_colours : 0);
}

/* Opens an engine for a problem; NULL if it has more tiles than can be counted. `integers`: the header, the values, then four
 * tables by scenario: free jokers, hand jokers, played jokers and bound value. `bytes`: five tables by scenario and face:
 * required, optional, bound, played and roles. If there is a relaxed scenario (header[12]), it is the last row of each table.
 * `steps` limits each query. */
Engine *engine_open(const int32_t *integers, const uint8_t *bytes, int64_t steps) {
    Engine *engine = allocate_zeroed(1, sizeof *engine);
    Problem *p = &engine->problem;
    begin_query(engine);
    read_header(p, integers);
    int has_relaxed = integers[12], rows = p->scenarios + has_relaxed;
    size_t integers_count = HEADER_INTEGERS + (size_t)p->numbers_count + 4 * (size_t)rows;
    size_t table = (size_t)rows * p->faces;
    engine->integers = allocate(integers_count * sizeof(int32_t));
    engine->bytes = allocate(5 * table + 1);
    memcpy(engine->integers, integers, integers_count * sizeof(int32_t));
    memcpy(engine->bytes, bytes, 5 * table);
    p->values = engine->integers + HEADER_INTEGERS;
    p->free_jokers = p->values + p->numbers_count;
    p->hand_jokers = p->free_jokers + rows;
    p->played_jokers = p->hand_jokers + rows;
    p->bound_value = p->played_jokers + rows;
    p->required = engine->bytes;
    p->optional = p->required + table;
    p->bound = p->optional + table;
    p->played = p->bound + table;
    p->roles = p->played + table;
    engine->steps = steps;
    if (has_relaxed) engine->relaxed = select_scenarios(p, p->scenarios, 1);
    if (!are_countable(&engine->relaxed)) engine->relaxed.scenarios = 0;
    int is_countable = are_countable(p);
    end_query(engine);
    if (is_countable) return engine;
    engine_close(engine);
    return NULL;
}

/* Adds the work of an automaton to that of the engine. */
void take_steps(Engine *engine, Automaton *a) {
    engine->spent += a->steps;
    engine->uncounted += a->uncounted;
    a->steps = a->uncounted = 0;
    a->next_check = arena_is_stopped() ? 0 : CHECK_STEPS;
}

/* Keeps the automaton of a search: engine_reconstruct uses it if there is no other. */
void keep_automaton(Engine *engine, Automaton *a) {
    automaton_release(engine->best_automaton);
    engine->best_automaton = a;
}

/* The automaton of all words, which is opened on first use. */
Automaton *word_automaton(Engine *engine) {
    if (!engine->automaton) {
        engine->automaton = allocate(sizeof(Automaton));
        automaton_open_for_words(engine->automaton, &engine->problem);
    }
    return engine->automaton;
}

void release_word_automaton(Engine *engine) {
    automaton_release(engine->automaton);
    engine->automaton = NULL;
}

/* The work of the queries since the last call, in steps. */
int64_t engine_spent(Engine *engine) {
    int64_t spent = engine->spent + engine->uncounted;
    engine->spent = engine->uncounted = 0;
    return spent;
}

/* Counts the words; 0 if that takes too many steps. `total` is a number of 128 bits, lower half first. */
int engine_count(Engine *engine, uint64_t *total) {
    if (!engine->counted) {
        begin_query(engine);
        engine->words_found = count_words(engine);
        engine->counted = 1;
        end_query(engine);
    }
    if (!engine->words_found) return 0;
    Wide count = total_of(engine->words_found);
    total[0] = (uint64_t)count;
    total[1] = (uint64_t)(count >> 64);
    return 1;
}

/* Lists up to `limit` words in listing order: those after the word `after`, or the first ones if it is NULL. Returns how many
 * there are, and for each its letters and a scenario that allows it. */
int engine_enumerate(Engine *engine, const uint8_t *after, int32_t limit, uint8_t *letters, int32_t *scenarios) {
    uint64_t total[2];
    begin_query(engine);
    int is_enumerated = engine_count(engine, total) && is_listed(engine->words_found);
    int count = is_enumerated ? list_words(engine->words_found, after, limit, letters, scenarios)
                              : enumerate_successors(engine, after, limit, letters, scenarios);
    end_query(engine);
    return count;
}
