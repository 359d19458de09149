/* The search for plays, compiled: all that is kept to answer questions about a problem. What is asked, and how it is answered here, is told
 * at the head of each file. */
#ifndef PLAYS_H
#define PLAYS_H

#include "automaton.h"

typedef struct TableBuilder TableBuilder;

typedef struct {
    Problem problem;
    Problem relaxed; /* one case that lets all words that any of these lets, and may let more; without a case if there is none */
    int64_t steps, spent; /* the most for one question, and what was spent since that was last asked */
    int32_t *integers;
    uint8_t *bytes;
    Automaton *automaton;                   /* for all words, once some were asked about */
    Automaton *best_automaton;              /* the one of the best play: that is laid next */
    LanguageSearch *words_found, *superset; /* of the problem, and of the outer one */
    int counted;
    TableBuilder *builder;
    Arena room;
    int depth; /* of questions asked to answer another */
} Engine;

/* plays.c */
void begin_query(Engine *engine);
void end_query(Engine *engine);
int engine_count(Engine *engine, uint64_t *total);
Automaton *word_automaton(Engine *engine);
void release_word_automaton(Engine *engine);
void keep_automaton(Engine *engine, Automaton *a);

/* laying/laying.c */
void table_builder_release(TableBuilder *builder);

#endif
