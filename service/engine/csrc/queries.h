/* All words of a problem: to count, to list, and to find the best of them. */
#ifndef WORDS_H
#define WORDS_H

#include "engine.h"

typedef unsigned __int128 Wide;

/* directions.c */
Languages *count_words_of(Kernel *kernel, int64_t steps);

/* languages.c */
int are_words_few(const Problem *p);
Languages *find_languages(Automaton *a, int64_t steps);
void drop_languages(Languages *languages);

/* following.c */
int list_following(Kernel *kernel, int64_t steps, const uint8_t *after, int limit, uint8_t *letters, int32_t *cases);

/* language_words.c */
Wide total_of(const Languages *languages);
int is_listed(const Languages *languages);
int find_best_word(const Languages *languages, const int32_t *weights, int joker_weight, uint8_t *letters, int32_t *case_index, int64_t *steps);
int list_languages(const Languages *languages, const uint8_t *after, int limit, uint8_t *letters, int32_t *cases);

#endif
