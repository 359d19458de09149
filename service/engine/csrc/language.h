/* Sets of words as bits: see languages.c. */
#ifndef LANGUAGES_H
#define LANGUAGES_H

#include "queries.h"
#include "transitions.h"

enum {
    FIRST_CHUNK = 1 << 12,
    LARGEST_CHUNK = 1 << 16,
    MOST_CHUNKS = 256,
    MOST_ROOM = 16000000, /* 64s of bits in all */
    MOST_KNOWN = 400000,
    MOST_WORDS = 1 << 15, /* so many 64s of bits there are in one language at most: enough for 20 tiles, also if some are twice there */
    MOST_BEHIND = 1 << 9, /* the same behind a prefix */
    MOST_IN_SLICE = 1 << 11, /* the same of words that are looked for together: they have the same first letters */
    MOST_AHEAD = 1 << 7,  /* the same to look ahead for, lane by lane: wider ones would take much room */
    MOST_IN_ROOTS = 1 << 22,
    MOST_IN_FRONTS = 1 << 19, /* states that are kept to find slices that are the same */
    WORDS_PER_STEP = 16,
    MOST_SMALL = 16,      /* what is behind a prefix has fewer tiles: each doubles the words at least */
    FAILED_OFTEN = 8,
    FAILED_VERY_OFTEN = 64,
    GLANCES_PER_STEP = 64
};

/* How the languages before a cell are laid out: the words by their first letter, one block of bits after the other. */
typedef struct {
    int letters, narrow; /* narrow: all blocks share one 64 bits */
    uint32_t bits, words;
} Shape;

/* The lowest and the highest letter of each cell. */
typedef struct {
    uint8_t low[MOST_CELLS], high[MOST_CELLS];
} LetterBounds;

/* Letters of all colours of a number, and where the block of words is that have them there. */
typedef struct {
    uint8_t letters[MOST_COLOURS];
    uint32_t word, shift;
} Letters;

/* A state as others see it. */
typedef struct {
    uint64_t marks; /* of all its nodes */
    uint64_t class;
    Strength strength;
} Seen;

/* A step over a whole number. */
typedef struct {
    State state;
    uint64_t open; /* the words that may follow, if these are no more than 64 */
    uint32_t promise; /* the greater, the sooner it is tried */
    Seen seen;
} Leap;

/* Words found to be in a language; those that are answered, whether in it or not; and with how many listed states that was
 * compared. */
typedef struct {
    uint64_t *language, *answered;
    int32_t seen_lets, seen_lacks;
} Answers;

/* The states that the first letters of a slice led to, and where its words are. */
typedef struct {
    const uint64_t *root;
    Span states;
    size_t word;
    uint32_t shift;
} Front;

/* A state before a layer that was looked into. */
typedef struct {
    State state;
    Answers answers;
    int32_t layer;
    uint8_t lets, lacks; /* whether it is listed among those with words, or with words that it has not */
} Known;

/* An answered state: one that outdoes it has all its words, and one that it outdoes has none that it lacks. */
typedef struct {
    Seen seen;
    int32_t place; /* among those known */
} Judged;

struct Languages {
    const Problem *problem;
    Automaton *a;
    int64_t steps; /* the most that the automaton may have counted */
    int stopped, layers;
    uint32_t widest;               /* in 64s of bits: languages that are wider are not kept */
    Shape shapes[MOST_CELLS + 1];  /* by cell */
    uint8_t low[MOST_CELLS];       /* by cell, the lowest letter */
    uint32_t width[MOST_LAYERS + 1]; /* 64s in a language before a layer */
    Vector letters;                /* of all layers */
    Span letters_of[MOST_LAYERS + 1];
    const uint64_t *full[MOST_LAYERS + 1]; /* all words there could be */
    /* One sheet a layer is enough: work on a layer waits only for later ones. */
    uint64_t *asked[MOST_LAYERS + 1], *kept[MOST_LAYERS + 1];
    Answers passing[MOST_LAYERS + 1]; /* of a state that is not looked into */
    uint64_t *open, *had;             /* scratch */
    uint64_t *none;                   /* the language of states without a word: it is shared, since most have none */
    size_t nodes;                          /* so many nodes have a place for an outlook */
    uint64_t **outlooks;                   /* by node */
    uint64_t *looking[MOST_LAYERS];        /* a sheet for outlooks in the making */
    Vector lets[MOST_LAYERS], lacks[MOST_LAYERS]; /* by layer, answered states with words, and with words that they lack */
    int32_t failed[MOST_LAYERS];                  /* states of a case that had none of the words they were asked about */
    Vector known;
    Index known_index;
    Vector leaps;
    int cut;                           /* the layer up to which words part into slices */
    Vector fronts[MOST_LAYERS + 1];    /* the states that the first letters lead to, before each layer up to that */
    Vector fronts_had, front_states;   /* those that were asked before layer `cut`, and their states */
    Index front_index;
    uint64_t *slice;                   /* the words of a slice that are had */
    uint64_t *had_with[MOST_JOKERS + 1]; /* by jokers in all, the words that some case has, or none can have */
    uint64_t *chunks[MOST_CHUNKS];
    int chunks_count;
    size_t used, room, taken;      /* of the last chunk; and of all */
    int chunks_of_sheets;          /* what all cases need lies in the first chunks */
    size_t used_by_sheets, taken_by_sheets;
    int most_used[MOST_CELLS + 1]; /* letters from a cell on come to so many tiles at most */
    uint64_t *small[MOST_CELLS + 1][MOST_SMALL]; /* by cell and tiles: the words from there on with no more tiles, once that was asked */
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

/* The words of a block that go on with a letter. */
static inline Block block_after(const Languages *l, Block block, int letter) {
    const Problem *p = l->problem;
    const Shape *after = &l->shapes[block.cell + 1];
    if (l->shapes[block.cell].narrow)
        block.shift += (uint32_t)letter * after->bits;
    else
        block.word += (size_t)letter * after->words;
    if (block.cell < p->faces) block.worth += letter * p->numbers[block.cell / p->colours];
    block.used += letter;
    block.cell++;
    return block;
}

static inline int cell_before(const Problem *p, int layer) { return layer <= p->numbers_count ? layer * p->colours : p->cells; }

static inline const Letters *letters_at(const Languages *l, int layer, int32_t place) {
    return (Letters *)l->letters.items + l->letters_of[layer].first + place;
}

/* The words of a case with so many jokers in all, or NULL; a word that an earlier case has need not be there. */
static inline const uint64_t *language_of(const Languages *l, int case_index, int jokers) {
    int of_hand = jokers - l->problem->played_jokers[case_index];
    return of_hand < 0 || of_hand >= MOST_JOKERS ? NULL : l->roots[case_index * MOST_JOKERS + of_hand];
}

/* Adds words of the next layer, with some letters before them, to a language. */
static inline void unite(const Languages *l, int layer, const Letters *letters, const uint64_t *next, uint64_t *language) {
    uint32_t words = l->width[layer + 1];
    if (words == 1)
        language[letters->word] |= next[0] << letters->shift;
    else
        for (uint32_t word = 0; word < words; word++) language[letters->word + word] |= next[word];
}

/* languages.c */
Languages *open_languages(Automaton *a, int listed, int64_t steps, const LetterBounds *bounds);
void shape_languages(const Problem *p, const LetterBounds *bounds, Shape *shapes);
void find_most_used(Languages *l);
uint64_t *make_room(Languages *l, size_t words);
Languages *copy_words(const Languages *l);
void forget_states(Languages *l);
void make_way(Languages *l);
const uint64_t *ask_state(Languages *l, int layer, const State *state, const uint64_t *had);
const uint64_t *find_language(Languages *l, int layer, const State *state, const Seen *seen);
uint64_t *own_language(Languages *l, int layer, Answers *answers);

/* outlooks.c */
void open_outlooks(Languages *l);
void reach_nodes(Languages *l);
void forget_outlooks(Languages *l);
void drop_outlooks(Languages *l);
const uint64_t *find_outlooks(Languages *l, int layer, uint32_t place);

/* The words that a node's lane alone lets from a layer on, with so many units of jokers. */
static inline const uint64_t *find_outlook(Languages *l, int layer, uint32_t place, int units) {
    const uint64_t *outlooks = l->outlooks[place];
    if (layer == l->layers || l->width[layer] > MOST_AHEAD) return l->full[layer];
    return (outlooks ? outlooks : find_outlooks(l, layer, place)) + (size_t)units * l->width[layer];
}

/* The words that a lane of a state lets from a layer on, as if every group came about: the other lanes take what jokers they
 * must. */
static inline const uint64_t *outlook_of(Languages *l, int layer, const State *state, int lane, int needs) {
    if (layer == l->layers || l->problem->mixed) return l->full[layer];
    int units = UNITS * left_of(state) - needs + NODE(l->a, state->node[lane]).need;
    return find_outlook(l, layer, state->node[lane], units);
}

/* judged.c */
Seen see_state(const Languages *l, const State *state);
/* Whether one state has all words of another, as far as their strengths tell. */
static inline int is_above(const Seen *one, const Seen *other) {
    return !(other->marks & ~one->marks) && one->class == other->class && outdoes(&one->strength, &other->strength);
}
void judge(Languages *l, int layer, int32_t place);
int recall(Languages *l, int layer, const Seen *seen, Answers *answers);
int ask_strongest(Languages *l, int layer, int32_t place);
void clear_judged(Languages *l);
void forget_judged(Languages *l);

void leap(Languages *l, int layer, const State *state, int32_t letters, const uint64_t *open);

/* all_words.c */
uint64_t *root_of(Languages *l, int place);
uint64_t *had_with(Languages *l, int jokers);
int find_all_words(Languages *l);

/* directions.c */
int have_same_words(const Problem *one, const Problem *other);

/* slices.c */
int find_cut(const Languages *l);
int ask_case(Languages *l, int case_index, const State *start, int jokers);

/* language_words.c */
int fits(const Languages *l, int worth, int tiles);
void unite_cases(const Languages *l, int jokers, uint64_t *all);
Wide count_block(Languages *l, const uint64_t *language, Block block, int jokers);
void forget_small(Languages *l);
Wide count_languages(Languages *l);

/* prefixes.c */
int count_by_prefixes(Languages *l, Wide *total);

#endif
