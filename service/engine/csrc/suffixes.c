/* What words have from a number on. Words that end alike have one way from the same state, so they are asked about as one. */
#include <string.h>

#include "paths.h"

enum { FIRST_ROOM = 1 << 14, LARGEST_ROOM = 1 << 19, MAX_ROOMS = 168 };

/* Room for so many bytes, all clear; NULL, and a stop, if there is none left. */
void *paths_allocate(Paths *w, size_t bytes) {
    bytes = (bytes + 7) & ~(size_t)7;
    if (w->used + bytes > w->room) {
        size_t room = w->room ? 2 * w->room : FIRST_ROOM;
        if (room > LARGEST_ROOM) room = LARGEST_ROOM;
        if (room < bytes) room = bytes;
        if (w->rooms.count == MAX_ROOMS) {
            w->exhausted = 1;
            return NULL;
        }
        void *made = allocate(room);
        *(void **)vector_push(&w->rooms, sizeof(void *)) = made;
        w->room = room;
        w->used = 0;
    }
    w->used += bytes;
    return memset((char *)((void **)w->rooms.items)[w->rooms.count - 1] + w->used - bytes, 0, bytes);
}

/* The place of letters among all that words have in a layer; likely those of the word before. */
static int find_letters(Suffixes *e, uint32_t letters, int likely) {
    if (likely < e->letters_count && e->letters[likely] == letters) return likely;
    int at = 0;
    while (at < e->letters_count && e->letters[at] != letters) at++;
    if (at == e->letters_count) e->letters[e->letters_count++] = letters;
    return at;
}

static uint32_t read_letters(const uint8_t *word, int colours) {
    if (colours == MAX_COLOURS)
        return (uint32_t)word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    uint32_t letters = 0;
    for (int colour = 0; colour < colours; colour++) letters |= (uint32_t)word[colour] << 8 * colour;
    return letters;
}

/* Whether all words have the same letters from a cell on. */
static int are_alike(const uint8_t *const *words, int count, size_t cell, int colours) {
    uint32_t letters = read_letters(words[0] + cell, colours), other = 0;
    for (int word = 1; word < count; word++) other |= letters ^ read_letters(words[word] + cell, colours);
    return !other;
}

/* Numbers keys in their order, equal ones alike: `numbers` becomes 1 more than the number of each key that is there. */
static int number_keys(uint16_t *numbers, int keys) {
    int count = 0;
    for (int key = 0; key < keys; key++)
        if (numbers[key]) numbers[key] = (uint16_t)++count;
    return count;
}

/* What endings have in one lane: the same once more, letter by letter. */
static void find_colour_suffixes_at(Paths *w, int layer, int run_colour) {
    Suffixes *e = &w->suffixes[layer];
    const ColourSuffixes *after = &e[1].run_colours[run_colour];
    ColourSuffixes *mine = &e->run_colours[run_colour];
    int keys = LETTERS * after->count, suffix = 0;
    uint16_t *numbers = paths_allocate(w, (size_t)keys * sizeof *numbers), *of = paths_allocate(w, (size_t)e->count * sizeof *of);
    if (!numbers || !of) return;
    for (int at = 0; at < e->letters_count; at++)
        for (; suffix < e->first[at + 1]; suffix++) {
            of[suffix] = (uint16_t)(letter_of(e->letters[at], run_colour) * after->count + after->of[e->next[suffix]]);
            numbers[of[suffix]] = 1;
        }
    mine->count = number_keys(numbers, keys);
    uint16_t *next = paths_allocate(w, (size_t)mine->count * sizeof *next);
    if (!next) return;
    for (int key = 0; key < keys; key++) {
        if (numbers[key]) next[numbers[key] - 1] = (uint16_t)(key % after->count);
        if (numbers[key]) mine->first[key / after->count + 1] = numbers[key];
    }
    for (int letter = 1; letter <= LETTERS; letter++)
        if (mine->first[letter] < mine->first[letter - 1]) mine->first[letter] = mine->first[letter - 1];
    for (suffix = 0; suffix < e->count; suffix++) of[suffix] = (uint16_t)(numbers[of[suffix]] - 1);
    mine->of = of;
    mine->next = next;
}

/* Where all words have the same letters, endings are what they are after the layer. */
static void extend_suffixes(Paths *w, int layer) {
    Suffixes *e = &w->suffixes[layer];
    e->count = e->first[1] = e[1].count;
    e->of_words = e[1].of_words;
    e->next = w->rising;
    for (int run_colour = 0; run_colour < w->p->run_colours; run_colour++) {
        ColourSuffixes *mine = &e->run_colours[run_colour];
        *mine = (ColourSuffixes){
            .count = e[1].run_colours[run_colour].count, .of = e[1].run_colours[run_colour].of, .next = w->rising};
        for (int letter = letter_of(e->letters[0], run_colour) + 1; letter <= LETTERS; letter++) mine->first[letter] = mine->count;
    }
}

/* Endings that begin with different letters; those with the same are in a row. `letters` has those of each word. */
static void number_suffixes(Paths *w, int layer, uint16_t *letters, int count) {
    Suffixes *e = &w->suffixes[layer];
    int following = e[1].count, keys = e->letters_count * following;
    uint16_t *numbers = paths_allocate(w, (size_t)keys * sizeof *numbers);
    if (!numbers) return;
    for (int word = 0; word < count; word++) numbers[letters[word] * following + e[1].of_words[word]] = 1;
    e->count = number_keys(numbers, keys);
    uint16_t *next = paths_allocate(w, (size_t)e->count * sizeof *next);
    if (!next) return;
    for (int key = 0; key < keys; key++) {
        if (numbers[key]) next[numbers[key] - 1] = (uint16_t)(key % following);
        if (numbers[key]) e->first[key / following + 1] = numbers[key];
    }
    for (int word = 0; word < count; word++)
        letters[word] = (uint16_t)(numbers[letters[word] * following + e[1].of_words[word]] - 1);
    e->of_words = letters;
    e->next = next;
    for (int run_colour = 0; run_colour < w->p->run_colours && !w->p->mixed && !w->exhausted; run_colour++)
        find_colour_suffixes_at(w, layer, run_colour);
}

/* The endings before a layer, from those after it. */
static void find_suffixes_at(Paths *w, int layer, const uint8_t *const *words, int count) {
    Suffixes *e = &w->suffixes[layer];
    int colours = layer < w->p->numbers_count ? w->p->colours : 0;
    size_t cell = (size_t)cell_before(w->p, layer);
    int alike = are_alike(words, count, cell, colours);
    size_t kinds = alike ? 1 : (size_t)count;
    e->letters = paths_allocate(w, kinds * sizeof *e->letters);
    e->first = paths_allocate(w, (kinds + 1) * sizeof *e->first);
    if (!e->letters || !e->first) return;
    if (alike) {
        e->letters[e->letters_count++] = read_letters(words[0] + cell, colours);
        extend_suffixes(w, layer);
    } else {
        uint16_t *letters = paths_allocate(w, (size_t)count * sizeof *letters);
        if (!letters) return;
        for (int word = 0; word < count; word++)
            letters[word] = (uint16_t)find_letters(e, read_letters(words[word] + cell, colours), word ? letters[word - 1] : 0);
        number_suffixes(w, layer, letters, count);
    }
    e->width = (uint32_t)(e->count + LIMB_BITS - 1) / LIMB_BITS;
    e->queried = paths_allocate(w, e->width * sizeof *e->queried);
}

/* All endings of some words. */
void find_suffixes(Paths *w, const uint8_t *const *words, int count) {
    Suffixes *last = &w->suffixes[w->layers];
    uint16_t *rising = paths_allocate(w, (size_t)count * sizeof *rising), *none = paths_allocate(w, (size_t)count * sizeof *none);
    for (int at = 0; at < count; at++) rising[at] = (uint16_t)at;
    w->rising = rising;
    last->width = 1;
    last->count = 1;
    last->of_words = none;
    last->queried = paths_allocate(w, sizeof(uint64_t));
    for (int run_colour = 0; run_colour < w->p->run_colours; run_colour++)
        last->run_colours[run_colour] = (ColourSuffixes){.count = 1, .of = none, .next = none};
    for (int layer = w->layers - 1; layer >= 0 && !w->exhausted; layer--) find_suffixes_at(w, layer, words, count);
}
