/* All memory of a search, counted; growing arrays, and an index over their items. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { HEAD = 16 }; /* before the memory that is given out, for its size: as much as keeps it aligned */

static const int64_t LARGE = 8 << 20, MOST = 152 << 20;

/* --- taking turns ---------------------------------------------------------------------------------------------------- */

static _Thread_local Arena *here;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn_is_over = PTHREAD_COND_INITIALIZER;
static int is_taken;

static void take_turn(void) {
    pthread_mutex_lock(&turn);
    while (is_taken) pthread_cond_wait(&turn_is_over, &turn);
    is_taken = 1;
    pthread_mutex_unlock(&turn);
    here->is_large = 1;
}

void arena_enter(Arena *room) { here = room; }

void arena_leave(void) {
    if (!here->is_large) return;
    pthread_mutex_lock(&turn);
    is_taken = 0;
    pthread_cond_signal(&turn_is_over);
    pthread_mutex_unlock(&turn);
    here->is_large = 0;
}

int arena_is_large(void) { return here && here->bytes > LARGE; }

int arena_is_full(void) { return here && here->is_full; }

void arena_retry(void) {
    if (here) here->is_full = here->bytes > MOST;
}

/* --- memory ---------------------------------------------------------------------------------------------------------- */

/* Who gives back waits for nobody. */
static void count_bytes(int64_t bytes) {
    if (!here) return;
    here->bytes += bytes;
    if (bytes <= 0) return;
    if (here->bytes > LARGE && !here->is_large) take_turn();
    if (here->bytes > MOST) here->is_full = 1;
}

static void *put_head(void *memory, size_t bytes) {
    if (!memory) abort();
    memcpy(memory, &bytes, sizeof bytes);
    return (char *)memory + HEAD;
}

static size_t size_of(const void *memory) {
    size_t bytes;
    memcpy(&bytes, (const char *)memory - HEAD, sizeof bytes);
    return bytes;
}

void *allocate_zeroed(size_t count, size_t size) {
    count_bytes((int64_t)(count * size));
    return put_head(calloc(1, count * size + HEAD), count * size);
}

void *allocate(size_t bytes) {
    count_bytes((int64_t)bytes);
    return put_head(malloc(bytes + HEAD), bytes);
}

void *reallocate(void *memory, size_t bytes) {
    if (!memory) return allocate(bytes);
    count_bytes((int64_t)bytes - (int64_t)size_of(memory));
    return put_head(realloc((char *)memory - HEAD, bytes + HEAD), bytes);
}

void release(void *memory) {
    if (!memory) return;
    count_bytes(-(int64_t)size_of(memory));
    free((char *)memory - HEAD);
}

/* --- arrays and their index ------------------------------------------------------------------------------------------ */

void vector_reserve(Vector *vector, size_t size, size_t count) {
    if (count <= vector->room) return;
    size_t room = vector->room ? vector->room : 64;
    while (room < count) room *= 2;
    vector->items = reallocate(vector->items, room * size);
    vector->room = room;
}

void vector_release(Vector *vector) {
    release(vector->items);
    memset(vector, 0, sizeof *vector);
}

enum { LARGE_INDEX = 1 << 16 };

static void index_make(Index *index, size_t room) {
    index->room = room;
    index->count = 0;
    index->now = 1;
    index->slots = allocate_zeroed(room, sizeof(Slot));
}

void index_open(Index *index) { index_make(index, 256); }

void index_release(Index *index) {
    release(index->slots);
    memset(index, 0, sizeof *index);
}

void index_clear(Index *index) {
    index->count = 0;
    index->now++;
}

static void index_put(Index *index, uint32_t hash, uint32_t place) {
    size_t mask = index->room - 1, at = hash & mask;
    while (index->slots[at].stamp == index->now) at = (at + 1) & mask;
    index->slots[at] = (Slot){index->now, hash, place};
    index->count++;
}

void index_add(Index *index, uint32_t hash, uint32_t place) {
    if (2 * index->count >= index->room) {
        Index old = *index;
        index_make(index, (old.room < LARGE_INDEX ? 4 : 2) * old.room);
        for (size_t at = 0; at < old.room; at++)
            if (old.slots[at].stamp == old.now) index_put(index, old.slots[at].hash, old.slots[at].place);
        index_release(&old);
    }
    index_put(index, hash, place);
}
