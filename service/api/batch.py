"""A batch: many requests in one, each answered as if it had come alone."""

from collections.abc import Iterable, Mapping
from threading import Semaphore
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Integer

from service.api.answers import listed, said
from service.api.faults import Fault, PlacedFault, quote
from service.api.fields import ContractField, InnerList, Loaded, RequestSchema, ShortText
from service.api.limits import BATCH_ANSWER_BYTES, BATCH_ITEMS, BATCH_STEPS, ITEM_STEPS, OPERATION_LENGTH
from service.api.middleware.charges import charge
from service.api.observability.seen import note_failure, note_item
from service.api.operations import AskOperation
from service.api.problems import KINDS, Problem, dump_problem
from service.api.request_ids import request_id
from service.engine.work import counted_work
from service.rules.violations import pointer

PATH = "/v1/batch"
BATCHES_AT_A_TIME = 2
"""So many of a worker's threads answer one, which bounds its memory. More would not be quicker: all need Python."""

Answered = tuple[int, bytes]
"""The status of an item and its body as JSON."""


class AnyValue(ContractField):
    """Any JSON value at all: whether it is right is for others to say."""

    def published_schema(self) -> dict[str, Any]:
        return {}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return value


class AnyAnswer(ContractField):
    """The answer of any of some operations, or a problem."""

    def __init__(self, operations: Iterable[AskOperation], **others: Any) -> None:
        super().__init__(**others)
        self.schemas = [*(operation.answer_schema.__name__ for operation in operations), "Problem"]

    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in self.schemas]}


def batch_of(operations: Iterable[AskOperation]) -> AskOperation:
    """The operation that asks any of these many times over."""
    by_id = {operation.id: operation for operation in operations}

    def answer(body: Loaded, language: str) -> dict[str, Any]:
        charge(len(body["requests"]) - 1)  # one has been counted already
        return {"responses": _answer_items(body["requests"], by_id, language)}

    return AskOperation(
        id="batch",
        path=PATH,
        tag="Batch",
        summary="Ask many requests at once",
        description=_DESCRIPTION.format(operations=", ".join(f"`{name}`" for name in by_id)),
        body=_batch_body(by_id.values()),
        answer_schema=_batch_answer(by_id.values()),
        answer=answer,
        examples=_EXAMPLES,
        dump=_dump,
        turns=Semaphore(BATCHES_AT_A_TIME),
    )


# --- the schemas ----------------------------------------------------------------------------------------------------


def _batch_body(operations: Iterable[AskOperation]) -> Schema:
    bodies = ", ".join(f"`{type(operation.body).__name__}` for `{operation.id}`" for operation in operations)
    item: dict[str, Any] = {
        "operation": ShortText(
            most=OPERATION_LENGTH,
            required=True,
            metadata={
                "description": "The `operationId` of what is asked. One that there is not fails this item alone."
            },
        ),
        "body": AnyValue(
            required=True,
            allow_none=True,
            metadata={
                "description": f"What would be the body if it were asked alone, by these schemas: {bodies}. One that "
                "does not fit fails this item alone."
            },
        ),
    }
    requests = InnerList(
        RequestSchema.from_dict(item, name="BatchItem"),
        sizes=range(1, BATCH_ITEMS + 1),
        required=True,
        metadata={"description": "The requests."},
    )
    fields: dict[str, Any] = {"requests": requests}
    return RequestSchema.from_dict(fields, name="Batch")()


def _batch_answer(operations: Iterable[AskOperation]) -> type[Schema]:
    class BatchItemAnswer(Schema):
        """The answer to one request of a batch."""

        status = said(
            Integer,
            "The status that the request would have had alone; 413 where the batch left no room for it.",
            metadata={"enum": [200, *sorted({KINDS[kind] for kind in ITEM_PROBLEMS})]},
        )
        body = AnyAnswer(
            operations,
            required=True,
            metadata={"description": "With status 200 the operation's answer, else a problem."},
        )

    class BatchAnswer(Schema):
        """The answers of a batch."""

        responses = listed(BatchItemAnswer, "The answers, one for each request and in their order.")

    return BatchAnswer


ITEM_PROBLEMS = ("batch-too-costly", "body-invalid", "operation-unknown", "internal-error")
"""What an item may fail with."""


# --- answering ------------------------------------------------------------------------------------------------------


def _answer_items(items: list[Loaded], by_id: Mapping[str, AskOperation], language: str) -> list[Answered]:
    """Answer one item after the other, until they have cost what a batch may cost."""
    answers: list[Answered] = []
    written = 0
    with counted_work() as work:
        for index, item in enumerate(items):
            steps = work.steps + index * ITEM_STEPS
            affordable = steps < BATCH_STEPS and written < BATCH_ANSWER_BYTES
            status, body = _answer_item(item, by_id, language, index, affordable=affordable)
            note_item(item["operation"] if item["operation"] in by_id else None, item["body"], status)
            answers.append((status, body))
            written += len(body)
    return answers


def _answer_item(
    item: Loaded, by_id: Mapping[str, AskOperation], language: str, index: int, *, affordable: bool
) -> Answered:
    """The answer to an item: just the bytes that it would have had alone, or a problem of its own."""
    try:
        if not affordable:
            raise Problem("batch-too-costly")
        return 200, _find_operation(item["operation"], by_id).write(item["body"], language)
    except Problem as problem:
        failed = problem
    except Exception as error:  # noqa: BLE001 - a fault of ours in one item must not harm the others
        note_failure(error)
        failed = Problem("internal-error")
    place = f"{PATH}#{pointer('requests', index)}"
    return failed.status, orjson.dumps(dump_problem(failed, language, place, request_id()))


def _find_operation(name: str, by_id: Mapping[str, AskOperation]) -> AskOperation:
    if name not in by_id:
        fault = Fault("choice_unknown", {"value": quote(name), "choices": list(by_id)})
        raise Problem("operation-unknown", {"operation": quote(name)}, faults=[PlacedFault("/operation", fault)])
    return by_id[name]


def _dump(answer: dict[str, Any]) -> bytes:
    """The answer as JSON. Items' bytes go into it as they are, and at once, so that it is in memory just twice."""
    pieces = [b'{"responses":[']
    for status, body in answer["responses"]:
        pieces += (b'{"status":%d,"body":' % status, body, b"},")
    pieces[-1] = b"}]}"  # there is always an item
    return b"".join(pieces)


# --- in the contract ------------------------------------------------------------------------------------------------


_DESCRIPTION = (
    f"Up to {BATCH_ITEMS} requests in one call: {{operations}}. Each is answered as if it had been asked alone, in the "
    "language of the batch and with the same bytes; the answers come in the order of the requests, each with its own "
    "status.\n\n"
    "A bad item harms no other. One whose `operation` there is not, or whose `body` does not fit, has status 422 and a "
    "problem as its `body`: the paths of its `errors` begin at the item's `body` (at the item, where the type is "
    "`operation-unknown`), as if it had been asked alone, and `instance` says which item it is: "
    f"`{PATH}#/requests/3`. Only where the batch itself does not fit this document, or is no JSON that "
    "is read here (a key twice in an object, nested too deep, a number beyond a double), it is refused as a whole, and "
    "the limit on the size of a body is that of any other request.\n\n"
    "What one batch may cost is bounded in counted steps of the searches (the same for the same batch, however busy "
    "the server is) and in bytes of the answer. Items that come after that have status 413 and a problem of type "
    "`batch-too-costly`: nothing is wrong with them, send them in a batch of their own. A batch whose items are all of "
    "an everyday kind never comes to that."
)

_EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "two rounds and the game": {
        "requests": [
            {
                "operation": "scoreRound",
                "body": {
                    "variant": "rummy",
                    "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": ["R10", "J"]}],
                    "went_out": "Ada",
                },
            },
            {
                "operation": "scoreRound",
                "body": {
                    "variant": "rummy",
                    "players": [{"player": "Ada", "hand": ["B4", "K12"]}, {"player": "Bo", "hand": []}],
                    "went_out": "Bo",
                },
            },
            {
                "operation": "judgeGame",
                "body": {
                    "variant": "rummy",
                    "options": {"rounds": 2},
                    "players": ["Ada", "Bo"],
                    "rounds": [{"Ada": 35, "Bo": -35}, {"Ada": -16, "Bo": 16}],
                },
            },
        ]
    },
    "bad items among good ones": {
        "requests": [
            {"operation": "checkMelds", "body": {"variant": "gin-rummy", "melds": [["J"]]}},
            {"operation": "dealTiles", "body": {}},
            {"operation": "checkMelds", "body": {"variant": "gin-rummy", "melds": [["R7", "R8", "R9"]]}},
        ]
    },
}
