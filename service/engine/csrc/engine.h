/* The search for plays, compiled: all that is kept to answer questions about a problem. What is asked, and how it is answered here, is told
 * at the head of each file. */
#ifndef PLAYS_H
#define PLAYS_H

#include "automaton.h"

typedef struct Layer Layer;

typedef struct {
    Problem problem;
    Problem outer; /* one case that lets all words that any of these lets, and may let more; without a case if there is none */
    int64_t steps, spent; /* the most for one question, and what was spent since that was last asked */
    int32_t *integers;
    uint8_t *bytes;
    Automaton *automaton; /* for all words, once some were asked about */
    Automaton *laid_with; /* the one of the best play: that is laid next */
    Languages *languages, *within; /* of the problem, and of the outer one */
    int counted;
    Layer *layer;
    Room room;
    int depth; /* of questions asked to answer another */
} Kernel;

/* plays.c */
void begin_question(Kernel *kernel);
void end_question(Kernel *kernel);
int plays_total(Kernel *kernel, uint64_t *total);
Automaton *automaton_of(Kernel *kernel);
void forget_automaton(Kernel *kernel);
void keep_automaton(Kernel *kernel, Automaton *a);

/* laying/laying.c */
void drop_layer(Layer *layer);

#endif
