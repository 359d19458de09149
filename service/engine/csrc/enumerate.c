/* All words of all cases. */

#include "language.h"

enum { MANY_STATES = 1 << 14 };

/* The words of a case with so many jokers of the hand: a place by both. */
uint64_t *root_of(Languages *l, int place) {
    if (!l->roots[place]) l->roots[place] = allot(l->shapes[0].words, sizeof **l->roots);
    return l->roots[place];
}

/* The words that need not be asked about with so many jokers in all: some case has them, or none can. */
uint64_t *had_with(Languages *l, int jokers) {
    if (!l->had_with[jokers]) l->had_with[jokers] = allot(l->shapes[0].words, sizeof **l->had_with);
    return l->had_with[jokers];
}

static int ask_cases(Languages *l) {
    const Problem *p = l->problem;
    State start;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        if (!start_if_room(l->a, case_index, &start)) continue;
        clear_judged(l); /* states of one case tell nothing about another */
        if (l->known.count > MANY_STATES) forget_states(l);
        for (int jokers = 0; jokers <= p->hand_jokers[case_index]; jokers++)
            if (!ask_case(l, case_index, &start, jokers)) return 0;
    }
    return 1;
}

/* Words that are not in question are asked about in no case: it would take long to fail for them in each. */
static void rule_out(Languages *l) {
    const Languages *within = l->problem->within;
    for (int jokers = 0; within && jokers <= within->problem->hand_jokers[0]; jokers++) {
        const uint64_t *let = language_of(within, 0, jokers);
        uint64_t *had = had_with(l, jokers);
        for (uint32_t word = 0; word < l->shapes[0].words; word++) had[word] = let ? ~let[word] : ~(uint64_t)0;
    }
}

/* Leaves out words that were not in question: some were found all the same. */
static void keep_within(Languages *l) {
    const Languages *within = l->problem->within;
    for (int case_index = 0; within && case_index < l->problem->cases; case_index++)
        for (int of_hand = 0; of_hand < MOST_JOKERS; of_hand++) {
            uint64_t *root = l->roots[case_index * MOST_JOKERS + of_hand];
            const uint64_t *let = language_of(within, 0, l->problem->played_jokers[case_index] + of_hand);
            for (uint32_t word = 0; root && word < l->shapes[0].words; word++) root[word] &= let ? let[word] : 0;
        }
}

/* Finds all words of all cases that are in question; whether that could be done. */
int find_all_words(Languages *l) {
    rule_out(l);
    int whole = ask_cases(l) && !l->a->is_cut;
    if (whole) keep_within(l);
    return whole;
}
