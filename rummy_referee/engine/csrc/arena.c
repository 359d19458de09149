/* Arena: see arena.h. Every block of memory has a header with its size, so that releasing it can be counted. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { HEADER_BYTES = 16 }; /* a size, padded to keep the memory behind it aligned */

static const int64_t SOFT_LIMIT = 8 << 20, HARD_LIMIT = 152 << 20;

/* --- limits and checkpoints ------------------------------------------------------------------------------------------- */

static _Thread_local Arena *current;
static Checkpoint current_checkpoint;

void engine_set_checkpoint(Checkpoint checkpoint) { current_checkpoint = checkpoint; }

Arena *arena_enter(Arena *arena) {
    Arena *before = current;
    current = arena;
    return before;
}

int arena_checkpoint(int is_large) {
    if (!current) return 0;
    if (!current->is_stopped && current_checkpoint) current->is_stopped = current_checkpoint(is_large);
    return current->is_stopped;
}

int arena_is_stopped(void) { return current && current->is_stopped; }

int arena_is_large(void) { return current && current->bytes > SOFT_LIMIT; }

int arena_is_full(void) { return current && current->is_full; }

void arena_retry(void) {
    if (current) current->is_full = current->bytes > HARD_LIMIT;
}

/* --- memory ----------------------------------------------------------------------------------------------------------- */

/* Releasing memory (bytes < 0) never waits. */
static void count_bytes(int64_t bytes) {
    if (!current) return;
    current->bytes += bytes;
    if (bytes <= 0) return;
    if (current->bytes > SOFT_LIMIT && !current->is_large) {
        current->is_large = 1;
        arena_checkpoint(1);
    }
    if (current->bytes > HARD_LIMIT) current->is_full = 1;
}

static void *write_header(void *memory, size_t bytes) {
    if (!memory) abort();
    memcpy(memory, &bytes, sizeof bytes);
    return (char *)memory + HEADER_BYTES;
}

static size_t size_of(const void *memory) {
    size_t bytes;
    memcpy(&bytes, (const char *)memory - HEADER_BYTES, sizeof bytes);
    return bytes;
}

void *allocate_zeroed(size_t count, size_t size) {
    count_bytes((int64_t)(count * size));
    return write_header(calloc(1, count * size + HEADER_BYTES), count * size);
}

void *allocate(size_t bytes) {
    count_bytes((int64_t)bytes);
    return write_header(malloc(bytes + HEADER_BYTES), bytes);
}

void *reallocate(void *memory, size_t bytes) {
    if (!memory) return allocate(bytes);
    count_bytes((int64_t)bytes - (int64_t)size_of(memory));
    return write_header(realloc((char *)memory - HEADER_BYTES, bytes + HEADER_BYTES), bytes);
}

void release(void *memory) {
    if (!memory) return;
    count_bytes(-(int64_t)size_of(memory));
    free((char *)memory - HEADER_BYTES);
}

/* --- vectors and indexes ---------------------------------------------------------------------------------------------- */

void vector_reserve(Vector *vector, size_t size, size_t count) {
    if (count <= vector->capacity) return;
    size_t capacity = vector->capacity ? vector->capacity : 64;
    while (capacity < count) capacity *= 2;
    vector->items = reallocate(vector->items, capacity * size);
    vector->capacity = capacity;
}

void vector_release(Vector *vector) {
    release(vector->items);
    memset(vector, 0, sizeof *vector);
}

enum { LARGE_INDEX = 1 << 16 };

static void allocate_slots(Index *index, size_t capacity) {
    index->capacity = capacity;
    index->count = 0;
    index->current = 1;
    index->slots = allocate_zeroed(capacity, sizeof(Slot));
}

void index_open(Index *index) { allocate_slots(index, 256); }

void index_release(Index *index) {
    release(index->slots);
    memset(index, 0, sizeof *index);
}

void index_clear(Index *index) {
    index->count = 0;
    index->current++;
}

static void insert(Index *index, uint32_t hash, uint32_t position) {
    size_t mask = index->capacity - 1, at = hash & mask;
    while (index->slots[at].stamp == index->current) at = (at + 1) & mask;
    index->slots[at] = (Slot){index->current, hash, position};
    index->count++;
}

/* Adds a position. The index is never more than half full. */
void index_add(Index *index, uint32_t hash, uint32_t position) {
    if (2 * index->count >= index->capacity) {
        Index old = *index;
        allocate_slots(index, (old.capacity < LARGE_INDEX ? 4 : 2) * old.capacity);
        for (size_t at = 0; at < old.capacity; at++)
            if (old.slots[at].stamp == old.current) insert(index, old.slots[at].hash, old.slots[at].position);
        index_release(&old);
    }
    insert(index, hash, position);
}
