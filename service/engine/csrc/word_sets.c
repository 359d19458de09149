/* Words that the caller tells and is told: a bit for each, laid out as those of the outer case, or of the only one, for no joker of the
 * hand, then for one, and so on. So a caller who asks one kernel after the other asks each just about what is still in question. */
#include <string.h>

#include "language.h"

/* The problem as whose words all others are laid out. */
static const Problem *outermost(const Kernel *kernel) { return kernel->outer.cases ? &kernel->outer : &kernel->problem; }

/* How many jokers of the hand a word may have. */
static int most_jokers(const Kernel *kernel) { return outermost(kernel)->hand_jokers[0]; }

/* How many 64s of bits the words with so many jokers of the hand have; 0 where they have no bits. */
int32_t plays_width(const Kernel *kernel) {
    Shape shapes[MOST_CELLS + 1] = {{0}};
    const Problem *p = outermost(kernel);
    if (p->cases != 1 || !are_words_few(p) || !are_words_few(&kernel->problem) || !have_same_words(&kernel->problem, p)) return 0;
    shape_languages(p, NULL, shapes);
    return (int32_t)shapes[0].words;
}

/* From now on only these words are in question; to be told before anything is counted. */
void plays_narrow(Kernel *kernel, const uint64_t *words) {
    begin_question(kernel);
    Languages *l = allot(1, sizeof *l);
    l->roots = allot(MOST_JOKERS + 1, sizeof *l->roots);
    l->problem = outermost(kernel);
    l->listed = 1;
    shape_languages(l->problem, NULL, l->shapes);
    for (int jokers = 0; jokers <= most_jokers(kernel); jokers++)
        memcpy(root_of(l, jokers), words + (size_t)jokers * l->shapes[0].words, l->shapes[0].words * sizeof *words);
    drop_languages(kernel->within);
    kernel->within = l;
    end_question(kernel);
}

/* The words that were counted, added to those given. */
void plays_words(const Kernel *kernel, uint64_t *words) {
    for (int jokers = 0; jokers <= most_jokers(kernel); jokers++)
        unite_cases(kernel->languages, jokers, words + (size_t)jokers * kernel->languages->shapes[0].words);
}

static int has_words(const uint64_t *root, uint32_t words) {
    uint64_t any = 0;
    for (uint32_t word = 0; word < words; word++) any |= root[word];
    return any != 0;
}

/* Leaves just the words that were counted, to be listed. Most cases have none. */
void plays_keep_words(Kernel *kernel) {
    Languages *l = kernel->languages;
    begin_question(kernel);
    for (int place = 0; place < l->problem->cases * MOST_JOKERS; place++) {
        if (!l->roots[place] || has_words(l->roots[place], l->shapes[0].words)) continue;
        give_back(l->roots[place]);
        l->roots[place] = NULL;
    }
    forget_automaton(kernel);
    drop_languages(kernel->within);
    kernel->within = NULL;
    kernel->problem.within = NULL;
    end_question(kernel);
}
