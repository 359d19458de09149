/* The ways of words through the numbers: see ways.c. */
#ifndef WAYS_H
#define WAYS_H

#include "reconstruct.h"

enum { NEVER = 255 };

/* What endings have in one lane, in order of their first letter: where those with a letter begin, and for each the one after it. */
typedef struct {
    int count, first[LETTERS + 1];
    const uint16_t *of, *next; /* of: by ending of whole words */
} LaneEndings;

/* A stop from which some endings cannot be had, as others see it: none that it outdoes has them either. */
typedef struct {
    Strength strength;
    uint64_t class;
    const uint64_t *found;
} Failed;

/* What words have from a layer on, in order of their letters in it. */
typedef struct {
    int count;
    uint32_t width; /* so many 64s of bits has a set of them */
    int letters_count;
    uint32_t *letters;               /* all that words have in the layer, a byte for each colour */
    int32_t *first;                  /* by letters: where the endings with these begin */
    const uint16_t *of_words, *next; /* by word, and by ending: the one after the layer */
    uint64_t *asked;                 /* a sheet: work on a layer waits only for later ones */
    Vector failed;                   /* stops before the layer */
    LaneEndings lanes[MOST_LANES];
} Endings;

/* What a node's lane alone needs of jokers for each of the lane's endings, in units; and the least and the most of that. */
typedef struct {
    const uint8_t *needs;
    uint8_t least, most;
} Outlook;

/* A state before a layer: the endings found to be had from it, then those that are answered; and the way of each. */
typedef struct {
    State state;
    int32_t layer, seen, failed; /* seen: with how many of those that failed it was compared; failed: whether it is one */
    uint64_t *found;
    int32_t *ways;
} Stop;

/* A step over a whole number to the next stop; `how` as in a leap. */
typedef struct {
    uint64_t how;
    int32_t stop;
    uint16_t letters;
    uint8_t left, laid; /* left: jokers. laid: whether it is known what is laid along it */
    uint64_t runs;      /* what is shared out to runs */
    int32_t groups;     /* where the groups are, or -1 */
} Way;

typedef struct {
    Automaton *a;
    const Problem *p;
    int64_t steps; /* the most that the automaton may have counted */
    int layers, stopped;
    const Shares *before;
    Outlook *outlooks; /* by node */
    Vector stops, ways, rooms;
    Index index;
    size_t used, room;      /* of the last room */
    const uint16_t *rising; /* numbers from 0 on */
    Languages *oracle;                 /* knows what can be ended, or NULL */
    const uint32_t *bits[MOST_LAYERS]; /* by layer and ending, its bit in the languages of that */
    Endings endings[MOST_LAYERS + 1];
} Ways;

static inline int letter_of(uint32_t letters, int colour) { return letters >> 8 * colour & 255; }

/* endings.c */
void *take_room(Ways *w, size_t bytes);
void find_endings(Ways *w, const uint8_t *const *words, int count);

/* oracle.c */
void ask_an_oracle(Ways *w, const uint8_t *const *words, int count);
int heed_oracle(Ways *w, int layer, const State *state, uint64_t *asked);

/* ways.c */
void ways_open(Ways *w, Automaton *a, int case_index, int64_t steps, const Shares *before);
void ways_close(Ways *w);
int32_t find_ways(Ways *w, const State *start);

#endif
