/* All words of all cases. */

#include "language.h"

enum { MANY_STATES = 1 << 14 };

/* The words of a case with so many jokers of the hand: a place by both. */
uint64_t *root_of(LanguageSearch *l, int place) {
    if (!l->roots[place]) l->roots[place] = allocate_zeroed(l->layouts[0].limbs, sizeof **l->roots);
    return l->roots[place];
}

/* The words that need not be asked about with so many jokers in all: some case has them, or none can. */
uint64_t *had_with(LanguageSearch *l, int jokers) {
    if (!l->had_with[jokers]) l->had_with[jokers] = allocate_zeroed(l->layouts[0].limbs, sizeof **l->had_with);
    return l->had_with[jokers];
}

static int search_all_scenarios(LanguageSearch *l) {
    const Problem *p = l->problem;
    State start;
    for (int scenario = 0; scenario < p->scenarios; scenario++) {
        if (!start_if_memory(l->a, scenario, &start)) continue;
        cache_clear(l); /* states of one case tell nothing about another */
        if (l->known.count > MANY_STATES) clear_states(l);
        for (int jokers = 0; jokers <= p->hand_jokers[scenario]; jokers++)
            if (!search_scenario_words(l, scenario, &start, jokers)) return 0;
    }
    return 1;
}

/* Words that are not in question are asked about in no case: it would take long to fail for them in each. */
static void exclude_impossible(LanguageSearch *l) {
    const LanguageSearch *superset = l->problem->superset;
    for (int jokers = 0; superset && jokers <= superset->problem->hand_jokers[0]; jokers++) {
        const uint64_t *let = language_of(superset, 0, jokers);
        uint64_t *had = had_with(l, jokers);
        for (uint32_t word = 0; word < l->layouts[0].limbs; word++) had[word] = let ? ~let[word] : ~(uint64_t)0;
    }
}

/* Leaves out words that were not in question: some were found all the same. */
static void keep_superset(LanguageSearch *l) {
    const LanguageSearch *superset = l->problem->superset;
    for (int scenario = 0; superset && scenario < l->problem->scenarios; scenario++)
        for (int of_hand = 0; of_hand < MAX_JOKERS; of_hand++) {
            uint64_t *root = l->roots[scenario * MAX_JOKERS + of_hand];
            const uint64_t *let = language_of(superset, 0, l->problem->played_jokers[scenario] + of_hand);
            for (uint32_t word = 0; root && word < l->layouts[0].limbs; word++) root[word] &= let ? let[word] : 0;
        }
}

/* Finds all words of all cases that are in question; whether that could be done. */
int find_all_words(LanguageSearch *l) {
    exclude_impossible(l);
    int whole = search_all_scenarios(l) && !l->a->is_incomplete;
    if (whole) keep_superset(l);
    return whole;
}
