/* What Python calls. */
#include <string.h>

#include "queries.h"

enum { HEADER = 13 };

static void drop_automaton(Automaton *a) {
    if (a) automaton_close(a);
    give_back(a);
}

/* A question is answered in the kernel's own room, and others wait for it if it takes much. */
void begin_question(Kernel *kernel) {
    if (kernel->depth++) return;
    enter_room(&kernel->room);
    try_anew();
}

/* What takes much room is not kept for the next question. */
void end_question(Kernel *kernel) {
    if (--kernel->depth) return;
    if (is_room_large()) {
        forget_automaton(kernel);
        drop_automaton(kernel->laid_with);
        kernel->laid_with = NULL;
    }
    leave_room();
    enter_room(NULL);
}

void plays_close(Kernel *kernel) {
    begin_question(kernel);
    drop_languages(kernel->languages);
    drop_languages(kernel->within);
    drop_automaton(kernel->automaton);
    drop_automaton(kernel->laid_with);
    drop_layer(kernel->layer);
    give_back(kernel->integers);
    give_back(kernel->bytes);
    kernel->automaton = kernel->laid_with = NULL;
    end_question(kernel);
    give_back(kernel);
}

/* Whether all tiles of a face that may leave the hand, and all tiles of a number, fit into their fields. */
static int are_countable(const Problem *p) {
    for (int case_index = 0; case_index < p->cases; case_index++)
        for (int number = 0; number < p->numbers_count; number++) {
            int tiles = jokers_of(p, case_index);
            for (int face = number * p->colours; face < (number + 1) * p->colours; face++) {
                size_t at = (size_t)case_index * p->faces + face;
                tiles += tiles_in(p, case_index, face);
                if (p->may[at] + p->played[at] >= LETTERS) return 0;
            }
            if (tiles > FIELD) return 0;
        }
    return 1;
}

/* `integers`: the header, the numbers, then four integers a case. `bytes`: must, may, bound, played and roles of all cases. The outer case
 * is the last, if there is one. NULL if these are more tiles than can be counted. */
Kernel *plays_open(const int32_t *integers, const uint8_t *bytes, int64_t steps) {
    Kernel *kernel = allot(1, sizeof *kernel);
    Problem *p = &kernel->problem;
    begin_question(kernel);
    p->numbers_count = integers[0];
    p->colours = integers[1];
    p->runs = integers[2];
    p->groups = integers[3];
    p->mixed = integers[4];
    p->ace_high = integers[5];
    p->strict = integers[6];
    p->most = integers[7];
    p->minimum = integers[8];
    p->jokers_count = integers[9];
    p->cases = integers[10];
    p->lazy = integers[11];
    int has_outer = integers[12], rows = p->cases + has_outer;
    p->lanes = p->mixed ? 1 : p->colours;
    p->faces = p->numbers_count * p->colours;
    p->cells = p->faces + (p->ace_high ? p->lanes : 0);
    size_t integers_count = HEADER + (size_t)p->numbers_count + 4 * (size_t)rows;
    size_t table = (size_t)rows * p->faces;
    kernel->integers = allot_bytes(integers_count * sizeof(int32_t));
    kernel->bytes = allot_bytes(5 * table + 1);
    memcpy(kernel->integers, integers, integers_count * sizeof(int32_t));
    memcpy(kernel->bytes, bytes, 5 * table);
    p->numbers = kernel->integers + HEADER;
    p->free_jokers = p->numbers + p->numbers_count;
    p->hand_jokers = p->free_jokers + rows;
    p->played_jokers = p->hand_jokers + rows;
    p->bound_worth = p->played_jokers + rows;
    p->must = kernel->bytes;
    p->may = p->must + table;
    p->bound = p->may + table;
    p->played = p->bound + table;
    p->roles = p->played + table;
    kernel->steps = steps;
    if (has_outer) kernel->outer = some_cases(p, p->cases, 1);
    if (!are_countable(&kernel->outer)) kernel->outer.cases = 0;
    int is_countable = are_countable(p);
    end_question(kernel);
    if (is_countable) return kernel;
    plays_close(kernel);
    return NULL;
}

/* An automaton that looked for a play may serve to lay it, if there is no other. */
void keep_automaton(Kernel *kernel, Automaton *a) {
    drop_automaton(kernel->laid_with);
    a->steps = 0;
    kernel->laid_with = a;
}

Automaton *automaton_of(Kernel *kernel) {
    if (!kernel->automaton) {
        kernel->automaton = allot_bytes(sizeof(Automaton));
        open_for_words(kernel->automaton, &kernel->problem);
    }
    return kernel->automaton;
}

void forget_automaton(Kernel *kernel) {
    drop_automaton(kernel->automaton);
    kernel->automaton = NULL;
}

/* The steps that were spent on questions since this was last asked. A step is some 50 to 100 nanoseconds, whatever is asked. */
int64_t plays_spent(Kernel *kernel) {
    int64_t spent = kernel->spent;
    kernel->spent = 0;
    return spent;
}

/* Whether the words could be counted; their number as two halves, the lower first. */
int plays_total(Kernel *kernel, uint64_t *total) {
    if (!kernel->counted) {
        begin_question(kernel);
        kernel->languages = count_words_of(kernel, kernel->steps);
        kernel->counted = 1;
        end_question(kernel);
    }
    if (!kernel->languages) return 0;
    Wide count = total_of(kernel->languages);
    total[0] = (uint64_t)count;
    total[1] = (uint64_t)(count >> 64);
    return 1;
}

/* The next words after one, or the first, and how many tiles each has. */
int plays_page(Kernel *kernel, const uint8_t *after, int32_t limit, uint8_t *letters, uint8_t *sizes, int32_t *cases) {
    uint64_t total[2];
    begin_question(kernel);
    int width = kernel->problem.faces + 1, listed = plays_total(kernel, total) && is_listed(kernel->languages);
    int count = listed ? list_languages(kernel->languages, after, limit, letters, cases)
                       : list_following(kernel, kernel->steps, after, limit, letters, cases);
    for (int word = 0; word < count; word++) {
        int size = 0;
        for (int at = 0; at < width; at++) size += letters[(size_t)word * width + at];
        sizes[word] = (uint8_t)size;
    }
    end_question(kernel);
    return count;
}
