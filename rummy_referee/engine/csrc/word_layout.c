/* Bitset layout of words: mixed radix numbers.
 *
 * A set of words is a bitset. The letters of a word are the digits of its bit's index; the letter of the first cell is the
 * most significant digit. So the words that begin with the same letters are one block of adjacent bits, and the block, moved
 * to bit 0, is the set of their suffixes. Jokers are not part of the index: there is one bitset for each number of hand
 * jokers that are played. Blocks either lie in one limb (64 bits) or consist of whole limbs. If the next cell does not fit
 * into the rest of a limb, the blocks of its letters are a limb apart and some bits stay unused.
 *
 * Example: the table is empty and the hand is R7 B7 K7 R8 R9. Each of these cells has the letters 0 and 1, all others have 0
 * only. A bitset has 32 bits: R9 counts 1, R8 2, K7 4, B7 8 and R7 16. The run R7 R8 R9 is bit 16 + 2 + 1 = 19, the group R7
 * B7 K7 is bit 28, and the empty word is bit 0. The language of the hand has exactly these three bits. Letters 1 1 1 before
 * number 8 (R7 B7 K7) give the block of bits 28 to 31, which holds the suffixes without tiles, with R9, with R8 and with R8
 * R9.
 */
#include "language.h"

/* The largest number of letters that any scenario has in a cell. */
static int count_letters(const Problem *p, int cell) {
    int letters = 1;
    for (int scenario = 0; scenario < p->scenarios && cell < p->faces; scenario++) {
        size_t at = (size_t)scenario * p->faces + cell;
        letters = max_int(letters, 1 + p->optional[at] + p->played[at]);
    }
    return letters;
}

/* Sets the layouts of all cells. */
void layout_words(const Problem *p, Layout *layouts) {
    layouts[p->cells] = (Layout){1, 1, 1, 1};
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        const Layout *after = &layouts[cell + 1];
        int letters = count_letters(p, cell);
        int narrow = after->limbs == 1 && letters * after->bits <= LIMB_BITS;
        uint32_t limbs = narrow ? 1 : (uint32_t)letters * after->limbs;
        if (limbs > MAX_LIMBS) limbs = MAX_LIMBS + 1; /* avoids overflow */
        layouts[cell] = (Layout){letters, narrow, narrow ? (uint32_t)letters * after->bits : LIMB_BITS, limbs};
    }
}

/* Whether every word can have a bit in the languages of all scenarios and numbers of jokers. */
int are_words_few(const Problem *p) {
    Layout layouts[MAX_CELLS + 1];
    size_t roots = 0;
    layout_words(p, layouts);
    for (int scenario = 0; scenario < p->scenarios; scenario++) roots += 1 + (size_t)p->hand_jokers[scenario];
    return layouts[0].limbs <= MAX_LIMBS && roots * layouts[0].limbs <= MAX_LANGUAGE_LIMBS;
}

void find_max_tiles(LanguageSearch *l) {
    for (int cell = l->problem->cells - 1; cell >= 0; cell--)
        l->max_tiles[cell] = l->max_tiles[cell + 1] + l->layouts[cell].letters - 1;
}

/* Adds every combination of letters of a layer, from a colour on. */
static void add_letters(LanguageSearch *l, int layer, Block block, Letters letters, int colour) {
    const Problem *p = l->problem;
    if (colour == p->colours || layer == p->numbers_count) {
        letters.limb = (uint32_t)block.limb;
        letters.shift = block.shift;
        *(Letters *)vector_push(&l->letters, sizeof(Letters)) = letters;
        l->letters_of[layer].count++;
        return;
    }
    for (int letter = 0; letter < l->layouts[block.cell].letters; letter++) {
        letters.letters[colour] = (uint8_t)letter;
        add_letters(l, layer, block_after(l, block, letter), letters, colour + 1);
    }
}

/* Allocates the buffers of a layer, and computes the set of all words. */
static void open_layer(LanguageSearch *l, int layer) {
    uint32_t limbs = l->width[layer];
    uint64_t *full = allocate_limbs(l, limbs);
    l->queried[layer] = allocate_limbs(l, limbs);
    l->kept[layer] = allocate_limbs(l, limbs);
    l->temporary[layer].language = allocate_limbs(l, limbs);
    l->temporary[layer].decided = allocate_limbs(l, limbs);
    if (layer == l->layers) full[0] = 1;
    for (int32_t at = 0; at < l->letters_of[layer].count; at++) unite(l, layer, letters_at(l, layer, at), l->full[layer + 1], full);
    l->full[layer] = full;
}

/* Finds the letters of all layers, and opens the layers whose languages are bitsets: not those before the partition layer,
 * nor those whose words are too many. */
void open_buffers(LanguageSearch *l) {
    uint32_t widest = 0;
    find_max_tiles(l);
    for (int layer = l->layers; layer >= 0; layer--) {
        int cell = cell_before(l->problem, layer), opens = layer >= l->partition_layer && l->layouts[cell].limbs <= l->max_limbs;
        l->width[layer] = l->layouts[cell].limbs;
        l->letters_of[layer] = (Span){(int32_t)l->letters.count, 0};
        if (layer < l->layers && (opens || layer < l->partition_layer))
            add_letters(l, layer, (Block){.cell = cell}, (Letters){{0}, 0, 0}, 0);
        if (!opens) continue;
        if (widest < l->width[layer]) widest = l->width[layer];
        open_layer(l, layer);
    }
    l->open = allocate_limbs(l, widest);
    l->found_before = allocate_limbs(l, widest);
    l->part = allocate_limbs(l, widest);
    l->none = allocate_limbs(l, widest);
}
