/* Suffix numbering: the words of a batch that are equal from a layer on have the same suffix there.
 *
 * Suffixes are numbered backwards, from the last layer to the first. A suffix is the letters of the layer and a suffix of
 * the next one; suffixes that start with the same letters have consecutive numbers. If all words have the same letters in a
 * layer, its suffixes are those of the next layer.
 *
 * Example: the words "R1 R2", "B1 R2" and "R1". Before number 3 there is one suffix, the empty one. Before number 2 there
 * are two: "R2", of the first two words, and "". Before number 1 there are three: "R1 R2" and "R1", which start with the
 * same letters, and "B1 R2".
 */
#include <string.h>

#include "paths.h"

enum { FIRST_CHUNK_BYTES = 1 << 14, MAX_CHUNK_BYTES = 1 << 19, MAX_PATH_CHUNKS = 64 };

/* Zeroed memory until the paths are closed. Returns NULL and ends the search as exhausted if the bound on memory is
 * reached. */
void *paths_allocate(Paths *paths, size_t bytes) {
    bytes = (bytes + 7) & ~(size_t)7;
    if (paths->used + bytes > paths->capacity) {
        size_t capacity = paths->capacity ? 2 * paths->capacity : FIRST_CHUNK_BYTES;
        if (capacity > MAX_CHUNK_BYTES) capacity = MAX_CHUNK_BYTES;
        if (capacity < bytes) capacity = bytes;
        if (paths->chunks.count == MAX_PATH_CHUNKS) {
            paths->exhausted = 1;
            return NULL;
        }
        void *chunk = allocate(capacity);
        *(void **)vector_push(&paths->chunks, sizeof(void *)) = chunk;
        paths->capacity = capacity;
        paths->used = 0;
    }
    paths->used += bytes;
    return memset((char *)((void **)paths->chunks.items)[paths->chunks.count - 1] + paths->used - bytes, 0, bytes);
}

/* The index of letters among those of a layer, to which they are added if they are not there. `guess` is tried first. */
static int find_letters(Suffixes *suffixes, uint32_t letters, int guess) {
    if (guess < suffixes->letters_count && suffixes->letters[guess] == letters) return guess;
    int at = 0;
    while (at < suffixes->letters_count && suffixes->letters[at] != letters) at++;
    if (at == suffixes->letters_count) suffixes->letters[suffixes->letters_count++] = letters;
    return at;
}

static uint32_t read_letters(const uint8_t *word, int colours) {
    uint32_t letters = 0;
    for (int colour = 0; colour < colours; colour++) letters |= (uint32_t)word[colour] << 8 * colour;
    return letters;
}

/* True if all words have the same letters in the layer that starts at a cell. */
static int have_same_letters(const uint8_t *const *words, int count, size_t cell, int colours) {
    uint32_t letters = read_letters(words[0] + cell, colours), difference = 0;
    for (int word = 1; word < count; word++) difference |= letters ^ read_letters(words[word] + cell, colours);
    return !difference;
}

/* Numbers the suffixes of a layer. `letters` has the index of the letters of each word, and becomes the suffix of each
 * word. */
static void number_suffixes(Paths *paths, int layer, uint16_t *letters, int count) {
    Suffixes *suffixes = &paths->suffixes[layer];
    const Suffixes *after = suffixes + 1;
    int keys = suffixes->letters_count * after->count;
    uint16_t *numbers = paths_allocate(paths,
                                       (size_t)keys * sizeof *numbers); /* by letters and next suffix: 1 + the suffix, or 0 */
    if (!numbers) return;
    for (int word = 0; word < count; word++) numbers[letters[word] * after->count + after->of_words[word]] = 1;
    for (int key = 0; key < keys; key++)
        if (numbers[key]) numbers[key] = (uint16_t)++suffixes->count;
    uint16_t *next = paths_allocate(paths, (size_t)suffixes->count * sizeof *next);
    if (!next) return;
    for (int key = 0; key < keys; key++)
        if (numbers[key]) {
            next[numbers[key] - 1] = (uint16_t)(key % after->count);
            suffixes->first[key / after->count + 1] = numbers[key];
        }
    for (int word = 0; word < count; word++)
        letters[word] = (uint16_t)(numbers[letters[word] * after->count + after->of_words[word]] - 1);
    suffixes->of_words = letters;
    suffixes->next = next;
}

/* Finds the suffixes of a layer from those of the next one. */
static void find_suffixes_at(Paths *paths, int layer, const uint8_t *const *words, int count) {
    Suffixes *suffixes = &paths->suffixes[layer];
    int colours = layer < paths->p->numbers_count ? paths->p->colours : 0;
    size_t cell = (size_t)cell_before(paths->p, layer);
    int is_same = have_same_letters(words, count, cell, colours);
    size_t max_letters = is_same ? 1 : (size_t)count;
    suffixes->letters = paths_allocate(paths, max_letters * sizeof *suffixes->letters);
    suffixes->first = paths_allocate(paths, (max_letters + 1) * sizeof *suffixes->first);
    if (!suffixes->letters || !suffixes->first) return;
    if (is_same) {
        suffixes->letters[suffixes->letters_count++] = read_letters(words[0] + cell, colours);
        suffixes->count = suffixes->first[1] = suffixes[1].count;
        suffixes->of_words = suffixes[1].of_words;
        suffixes->next = paths->identity;
    } else {
        uint16_t *letters = paths_allocate(paths, (size_t)count * sizeof *letters);
        if (!letters) return;
        for (int word = 0; word < count; word++)
            letters[word] = (uint16_t)find_letters(suffixes, read_letters(words[word] + cell, colours),
                                                   word ? letters[word - 1] : 0);
        number_suffixes(paths, layer, letters, count);
    }
    suffixes->limbs = (uint32_t)(suffixes->count + LIMB_BITS - 1) / LIMB_BITS;
    suffixes->queried = paths_allocate(paths, suffixes->limbs * sizeof *suffixes->queried);
}

/* Finds the suffixes of the words of a batch before every layer. */
void find_suffixes(Paths *paths, const uint8_t *const *words, int count) {
    Suffixes *last = &paths->suffixes[paths->layers];
    uint16_t *identity = paths_allocate(paths, (size_t)count * sizeof *identity);
    for (int at = 0; at < count; at++) identity[at] = (uint16_t)at;
    paths->identity = identity;
    last->limbs = 1;
    last->count = 1;
    last->of_words = paths_allocate(paths, (size_t)count * sizeof *last->of_words);
    last->queried = paths_allocate(paths, sizeof *last->queried);
    for (int layer = paths->layers - 1; layer >= 0 && !paths->exhausted; layer--) find_suffixes_at(paths, layer, words, count);
}
