/* An engine: a problem and what is kept to answer queries about it. See engine.c. */
#ifndef ENGINE_H
#define ENGINE_H

#include "automaton.h"

typedef struct TableBuilder TableBuilder;

typedef struct {
    Problem problem;
    Problem relaxed; /* one scenario that accepts every word of the problem, and perhaps more; without scenarios if there is none */
    int64_t steps, spent; /* the limit for one query, and the steps spent since engine_spent was called */
    int64_t uncounted;    /* work since then that no limit includes */
    int32_t *integers;    /* the tables of the problem */
    uint8_t *bytes;
    Automaton *automaton;                   /* of all words, or NULL */
    Automaton *best_automaton;              /* of the last search for the best play, or NULL */
    LanguageSearch *words_found, *superset; /* the words of the problem and of the relaxed one, or NULL */
    int counted;                            /* whether counting was tried */
    TableBuilder *builder;
    Arena arena;
    int depth;    /* of nested queries */
    Arena *outer; /* of another engine whose checkpoint closes this one, as when Python collects its garbage there */
} Engine;

/* engine.c */
void begin_query(Engine *engine);
void end_query(Engine *engine);
int engine_count(Engine *engine, uint64_t *total);
Automaton *word_automaton(Engine *engine);
void release_word_automaton(Engine *engine);
void take_steps(Engine *engine, Automaton *a);
void keep_automaton(Engine *engine, Automaton *a);

/* reconstruct.c */
void table_builder_release(TableBuilder *builder);

#endif
