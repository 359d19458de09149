/* The ways of words through the numbers: see ways.c. */
#ifndef WAYS_H
#define WAYS_H

#include "reconstruct.h"

enum { NEVER = 255 };

/* What endings have in one lane, in order of their first letter: where those with a letter begin, and for each the one after it. */
typedef struct {
    int count, first[LETTERS + 1];
    const uint16_t *of, *next; /* of: by ending of whole words */
} ColourSuffixes;

/* A stop from which some endings cannot be had, as others see it: none that it outdoes has them either. */
typedef struct {
    DominanceKey dominance;
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
    uint64_t *queried;               /* a sheet: work on a layer waits only for later ones */
    Vector failed;                   /* stops before the layer */
    ColourSuffixes run_colours[MAX_RUN_COLOURS];
} Suffixes;

/* What a node's lane alone needs of jokers for each of the lane's endings, in units; and the least and the most of that. */
typedef struct {
    const uint8_t *needs;
    uint8_t least, most;
} JokerNeeds;

/* A state before a layer: the endings found to be had from it, then those that are answered; and the way of each. */
typedef struct {
    State state;
    int32_t layer, signature, failed; /* seen: with how many of those that failed it was compared; failed: whether it is one */
    uint64_t *found;
    int32_t *ways;
} PathState;

/* A step over a whole number to the next stop; `how` as in a leap. */
typedef struct {
    uint64_t split_code;
    int32_t path_state;
    uint16_t letters;
    uint8_t left, laid; /* left: jokers. laid: whether it is known what is laid along it */
    uint64_t runs;      /* what is shared out to runs */
    int32_t groups;     /* where the groups are, or -1 */
} PathStep;

typedef struct {
    Automaton *a;
    const Problem *p;
    int64_t steps; /* the most that the automaton may have counted */
    int layers, exhausted;
    const Arrangement *before;
    JokerNeeds *outlooks; /* by node */
    Vector path_states, ways, rooms;
    Index index;
    size_t used, room;                /* of the last room */
    const uint16_t *rising;           /* numbers from 0 on */
    LanguageSearch *oracle;           /* knows what can be ended, or NULL */
    const uint32_t *bits[MAX_LAYERS]; /* by layer and ending, its bit in the languages of that */
    Suffixes suffixes[MAX_LAYERS + 1];
} Paths;

static inline int letter_of(uint32_t letters, int colour) { return letters >> 8 * colour & 255; }

/* endings.c */
void *paths_allocate(Paths *w, size_t bytes);
void find_suffixes(Paths *w, const uint8_t *const *words, int count);

/* oracle.c */
void oracle_open(Paths *w, const uint8_t *const *words, int count);
int oracle_narrow(Paths *w, int layer, const State *state, uint64_t *queried);

/* ways.c */
void paths_open(Paths *w, Automaton *a, int scenario, int64_t steps, const Arrangement *before);
void paths_close(Paths *w);
int32_t find_paths(Paths *w, const State *start);

#endif
