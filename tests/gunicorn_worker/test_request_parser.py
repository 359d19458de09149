"""The request parser accepts requests in pieces of any size."""

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import InvalidHeader, LimitRequestHeaders
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

from service.gunicorn_worker.chunked_body import ChunkError
from service.gunicorn_worker.request_parser import RequestParser
from service.operations.limits import BODY_BYTES, CHUNK_LINE_BYTES, CHUNKS, HEAD_BYTES

PLAIN = b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = (
    b"POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    b'3\r\nhel\r\n2 ;name="value"\r\nlo\r\n0\r\nTrailer: ignored\r\n\r\n'
)
BARE = b"GET /c HTTP/1.0\r\n\r\n"
CHUNKED_HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


def make_parser() -> RequestParser:
    return RequestParser(lambda head: Request(Config(), IterUnreader([head]), ("127.0.0.1", 1)))


def take_all(parser: RequestParser) -> list[tuple[str, bytes]]:
    taken = []
    while request := parser.take():
        taken.append((request.path, request.body.read()))
    return taken


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_chunks_of_any_size_give_the_same_requests(size):
    sent = PLAIN + CHUNKED + BARE + PLAIN
    parser = make_parser()
    taken = []
    for start in range(0, len(sent), size):
        parser.feed(sent[start : start + size])
        taken += take_all(parser)
    assert taken == [("/a", b"hello"), ("/b", b"hello"), ("/c", b""), ("/a", b"hello")]
    assert len(parser) == 0


@pytest.mark.parametrize("request_bytes", [PLAIN, CHUNKED, BARE])
def test_a_request_without_its_last_byte_is_not_complete(request_bytes):
    parser = make_parser()
    parser.feed(request_bytes[:-1])
    assert parser.take() is None
    parser.feed(request_bytes[-1:])
    assert parser.take() is not None


def test_a_body_with_a_length_beyond_the_limit_is_not_awaited():
    parser = make_parser()
    parser.feed(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (BODY_BYTES + 1))
    request = parser.take()
    assert request is not None
    assert request.body.read() == b""
    assert parser.is_truncated


def test_a_body_of_exactly_the_limit_is_awaited():
    parser = make_parser()
    parser.feed(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % BODY_BYTES)
    assert parser.take() is None
    parser.feed(b" " * BODY_BYTES)
    assert [len(body) for _, body in take_all(parser)] == [BODY_BYTES]
    assert not parser.is_truncated


def test_a_chunked_body_is_taken_as_soon_as_it_is_too_large():
    """The application rejects the body, because it is too large."""
    parser = make_parser()
    parser.feed(CHUNKED_HEAD + b"ffffff\r\n" + b" " * BODY_BYTES)
    assert parser.take() is None
    parser.feed(b" ")
    request = parser.take()
    assert request is not None
    assert len(request.body.read()) == BODY_BYTES + 1
    assert parser.is_truncated


@pytest.mark.parametrize(
    "frames",
    [
        b"x\r\n",
        b"\r\n",
        b"-1\r\n",
        b"0x1\r\na\r\n",
        b"123456789\r\n",
        b"1\r\nab\r\n",
        b"1\na\r\n",
        b"1;a\nb\r\na\r\n",
        b"1;" + b"a" * CHUNK_LINE_BYTES,
        b"0\r\na: b\nc: d\r\n\r\n",
        b"0\r\n" + b"a: bcdefgh\r\n" * CHUNK_LINE_BYTES,
        b"1\r\na\r\n" * (CHUNKS + 1),
    ],
)
def test_invalid_chunks_are_rejected(frames):
    parser = make_parser()
    parser.feed(CHUNKED_HEAD + frames)
    with pytest.raises(ChunkError):
        parser.take()


def test_the_maximum_number_of_chunks_is_accepted():
    parser = make_parser()
    parser.feed(CHUNKED_HEAD + b"1\r\na\r\n" * (CHUNKS - 1) + b"0\r\n\r\n")
    assert take_all(parser) == [("/", b"a" * (CHUNKS - 1))]


def test_a_head_without_an_end_is_rejected_when_it_is_too_long():
    parser = make_parser()
    parser.feed(b"GET / HTTP/1.1\r\n" + b"a" * (HEAD_BYTES - 16))
    assert parser.take() is None
    parser.feed(b"a")
    with pytest.raises(LimitRequestHeaders):
        parser.take()


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 5\r\nContent-Length: 5",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        b"Content-Length: +5",
    ],
)
def test_contradictory_lengths_are_rejected(headers):
    parser = make_parser()
    parser.feed(b"POST / HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n\r\nhello")
    with pytest.raises(InvalidHeader):
        parser.take()


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"])
def test_a_request_needs_exactly_one_host(head):
    parser = make_parser()
    parser.feed(head)
    with pytest.raises(InvalidHeader):
        parser.take()


@pytest.mark.parametrize("trailer", [b"no colon", b": no name", b"a b: c", b" folded: x", b"a: \x00", b"a: b\nc: d"])
def test_malformed_trailers_are_rejected(trailer):
    parser = make_parser()
    parser.feed(CHUNKED_HEAD + b"0\r\n" + trailer + b"\r\n\r\n")
    with pytest.raises(ChunkError):
        parser.take()
