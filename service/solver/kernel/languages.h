/* Sets of words as bits: see languages.c. */
#ifndef LANGUAGES_H
#define LANGUAGES_H

#include "plays.h"

enum {
    CHUNK = 1 << 16,
    MOST_CHUNKS = 160,
    MOST_KNOWN = 1000000,
    MOST_WORDS = 1 << 8, /* 14 different tiles: so many 64s of bits there are in one language at most */
    MOST_SUFFIXES = 1 << 4, /* the same where only the last letters are languages */
    WORD = 64,
    WORDS_PER_STEP = 16
};

/* How the languages before a cell are laid out: the words by their first letter, one block of bits after the other. */
typedef struct {
    int letters, narrow; /* narrow: all blocks share one 64 bits */
    uint32_t bits, words;
} Shape;

/* A state before a cell: the words found to be in its language, then those that are answered, whether in it or not. */
typedef struct {
    State state;
    int cell;
    uint64_t *language;
} Known;

struct Languages {
    const Problem *problem;
    Automaton a;
    int64_t steps;
    int stopped;
    Shape shapes[MOST_CELLS + 1];
    const uint64_t *full[MOST_CELLS + 1]; /* all words there could be */
    uint64_t *asked[MOST_CELLS + 1];      /* one sheet a cell is enough: work on a cell waits only for later ones */
    uint64_t **outlooks;                  /* by node, jokers and cells to wait */
    Vector known;
    Index known_index;
    uint64_t *chunks[MOST_CHUNKS];
    int chunks_count;
    size_t used;                   /* of the last chunk */
    int chunks_of_sheets;          /* what all cases need lies in the first chunks */
    size_t used_by_sheets;
    int most_used[MOST_CELLS + 1]; /* letters from a cell on come to so many tiles at most */
    uint64_t **roots;              /* by case and hand jokers, if all words are listed; NULL where there are not so many */
    int listed;
    Wide total;
};

/* A block of words with the same letters so far: where its bits are, and what those letters come to. */
typedef struct {
    size_t word;
    uint32_t shift;
    int cell, worth, used;
} Block;

/* The words of a case with so many jokers in all, or NULL; a word that an earlier case has need not be there. */
static inline const uint64_t *language_of(const Languages *l, int case_index, int jokers) {
    int of_hand = jokers - l->problem->played_jokers[case_index];
    return of_hand < 0 || of_hand >= MOST_JOKERS ? NULL : l->roots[case_index * MOST_JOKERS + of_hand];
}

const uint64_t *ask_state(Languages *l, int cell, const State *state, const uint64_t *had);

/* language_words.c */
int fits(const Languages *l, int worth, int tiles);
Wide count_block(const Languages *l, const uint64_t *language, Block block, int jokers);
Wide count_languages(const Languages *l);

/* prefixes.c */
int count_by_prefixes(Languages *l, Wide *total);

#endif
