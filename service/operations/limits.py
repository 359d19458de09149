"""Every limit on a request."""

from rummy_referee.photos import limits as photos
from rummy_referee.rules import records

BODY_BYTES = 256 * 1024
"""A longer body is rejected with 413."""

PHOTO_BYTES = 8 * 1024 * 1024
"""A longer photograph is rejected with 413."""

JPEG_PIXELS = photos.JPEG_PIXELS
OTHER_PIXELS = photos.OTHER_PIXELS
"""A photograph with more pixels is rejected with 413. A JPEG can have more: it is decoded at a fraction of its size."""

OTHER_SIDE = photos.OTHER_SIDE
"""A PNG with a longer side is rejected with 413."""

JPEG_SCANS = photos.JPEG_SCANS
"""A JPEG with more scans is rejected with 422."""

READ_STEPS = photos.READ_STEPS
"""What reading a photograph counts in steps of a search."""

UPLOADS = 4
"""The bodies beyond ``BODY_BYTES`` that a worker receives and handles at a time; further ones get a 503."""

JSON_DEPTH = 32
"""A body with deeper nesting is rejected with 400. No valid body comes close."""

HEAD_BYTES = 32 * 1024
"""A longer head (request line and headers) is rejected with 431."""

TARGET_BYTES = 4094
"""A longer request line is rejected with 414."""

HEADER_FIELDS = 100
"""More headers are rejected with 431."""

HEADER_BYTES = 8190
"""A longer header is rejected with 431."""

HEADER_LIMITS = {"fields": HEADER_FIELDS, "each": HEADER_BYTES, "maximum": HEAD_BYTES}
"""The parameters of the problem ``headers-too-large``."""

LANGUAGE_RANGES = 100
"""Further ranges of ``Accept-Language`` are ignored."""

CHUNKS = 10_000
"""A chunked body with more chunks is rejected with 400: parsing chunks costs more than their bytes."""

CHUNK_LINE_BYTES = 4096
"""A longer line between chunks, or longer trailers, are rejected with 400."""

UNSENT_BYTES = 32 * 1024 * 1024
"""The unsent response bytes that a worker buffers. Beyond it the slowest client is disconnected."""

ERRORS_LISTED = 1000
"""A problem lists no more errors; its detail gives the total."""

ERROR_PATHS_LENGTH = 2 * BODY_BYTES
"""The total length of the paths of the errors that a problem lists."""

REQUEST_ID_LENGTH = 128
"""A longer request id is replaced."""

QUOTED_LENGTH = 40
"""The length to which a message truncates an invalid value."""

MOVES_LISTED = 1000
"""The moves on a page."""

MOVE_TEXT_LENGTH = 4096
"""The length of the text of a move: more than that of a play of all tiles."""

CURSOR_LENGTH = 256
"""The length of a cursor."""

HIGHEST_SEED = records.HIGHEST_SEED
"""The highest seed of a deal: every JSON parser reads it exactly."""

TOKEN_LENGTH = 16 * 1024
"""The length of a sealed round: ten times that of a usual one."""

HIGHEST_SEQUENCE = 1_000_000
"""The highest number of moves that a caller can expect of a sealed round."""

SECRET_LENGTH = 256
"""The length of a player's secret."""

RECORD_MOVES = 1000
"""The moves of a record: far more than any round has."""

NOTATION_LENGTH = 100_000
"""The length of a record in notation."""

HISTORY_ROUNDS = 1000
"""The rounds of a game's history."""

BATCH_ITEMS = 100
"""The requests in a batch."""

STEPS_PER_REQUEST = 400_000
"""For the rate limit, so many steps count as one more request: ten milliseconds."""

LIGHT_STEPS = 1_000_000
"""A request with more steps is heavy: a worker computes one of them at a time, and lets a few wait."""

HEAVY_STEPS = 500_000_000
"""A request with more steps is stopped with 503: ten to twenty seconds. Each search has a lower limit of its own; no
known request does a quarter of this."""

HEAVY_WAIT_SECONDS = 30
"""A heavy request that has waited so long for others is rejected with 503."""

PLACE_WAIT_SECONDS = 1
"""A heavy request that finds no place is rejected with 503 after so long, or at once if it can expect none by then."""

QUEUE_SECONDS = 5
"""A request that has waited so long for a thread is rejected with 503."""

RETRY_SECONDS = 2
"""The ``Retry-After`` of a 503."""

BATCH_STEPS = 80_000_000
"""Items of a batch are not run after this many steps: two to three seconds."""

ITEM_STEPS = 5_000
"""What an item of a batch counts besides the steps of its searches and its response: 0.1 to 0.2 milliseconds."""

STEPS_PER_BYTE = 2
"""What a byte of the response to an item counts: a page of 1,000 moves takes ten milliseconds and 200 KB."""

BATCH_RESPONSE_BYTES = 8 * 1024 * 1024
"""Items of a batch are not run after this many bytes of responses."""

OPERATION_LENGTH = 64
"""The length of an operation id in a batch."""

NAME_LENGTH = 64
"""The length of a player's name."""
