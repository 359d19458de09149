"""Every limit on a request, in one place."""

BODY_BYTES = 256 * 1024
"""A longer body is answered with 413."""

JSON_DEPTH = 32
"""A body whose lists and objects lie deeper in one another is answered with 400. No body of the contract comes near."""

HEAD_BYTES = 32 * 1024
"""A longer request line and headers together are answered with 431."""

TARGET_BYTES = 4094
"""A longer request line is answered with 414."""

HEADER_FIELDS = 100
"""More headers than this are answered with 431."""

HEADER_BYTES = 8190
"""A longer header is answered with 431."""

HEADER_LIMITS = {"fields": HEADER_FIELDS, "each": HEADER_BYTES, "maximum": HEAD_BYTES}
"""How a problem tells them."""

LANGUAGE_RANGES = 100
"""Of a longer list of languages only the first ones are read."""

CHUNKS = 10_000
"""A chunked body of more pieces than this is answered with 400: taking frames apart costs more than their bytes."""

CHUNK_LINE_BYTES = 4096
"""A longer line between chunks, or more trailers after them, is answered with 400."""

UNSENT_BYTES = 32 * 1024 * 1024
"""A worker keeps so much of answers that are not read yet; beyond it, who has been reading longest is closed."""

FAULTS_LISTED = 1000
"""A problem lists no more faults than this; its detail says how many there are in all."""

PLACES_LISTED = 2 * BODY_BYTES
"""The places of the faults that a problem lists have no more characters together than this."""

REQUEST_ID_LENGTH = 128
"""A longer request id is replaced by one of ours."""

QUOTED_LENGTH = 40
"""How much of a faulty value a message repeats."""

MOVES_LISTED = 1000
"""A page of moves has no more than this."""

CURSOR_LENGTH = 256
"""A longer cursor is none of ours."""

HIGHEST_SEED = 2**53 - 1
"""The seeds of deals go up to here: every JSON parser reads them exactly."""

ROUNDS_TOLD = 1000
"""A history has no more rounds than this."""

BATCH_ITEMS = 100
"""A batch has no more requests than this."""

BATCH_STEPS = 120_000_000
"""Items of a batch that come after so many steps of work are not answered: as many as one hard request may take."""

ITEM_STEPS = 10_000
"""What an item of a batch counts beside the steps of its searches: about a millisecond."""

BATCH_ANSWER_BYTES = 8 * 1024 * 1024
"""Items of a batch that come after answers of so many bytes are not answered."""

OPERATION_LENGTH = 64
"""A longer name of an operation is none of ours."""

NAME_LENGTH = 64
"""A player's name has no more characters than this."""
