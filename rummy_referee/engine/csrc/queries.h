/* Queries about the words of a problem: count them, list them, find the best. */
#ifndef QUERIES_H
#define QUERIES_H

#include "engine.h"

typedef unsigned __int128 Wide;

/* reading_order.c */
LanguageSearch *count_words(Engine *engine);

/* word_layout.c */
int are_words_few(const Problem *p);

/* language_search.c */
LanguageSearch *count_language(Automaton *a, int64_t steps);
void language_search_release(LanguageSearch *words_found);

/* successors.c */
int enumerate_successors(Engine *engine, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios);

/* language_queries.c */
Wide total_of(const LanguageSearch *words_found);
int is_listed(const LanguageSearch *words_found);
int find_best_word(const LanguageSearch *words_found, const int32_t *weights, int joker_weight, uint8_t *letters, int32_t *scenario,
                   int64_t *steps);
int list_words(const LanguageSearch *words_found, const uint8_t *after, int limit, uint8_t *letters, int32_t *scenarios);

#endif
