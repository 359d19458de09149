"""A batch: many requests in one call, each handled as if it were sent alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from rummy_referee.engine.work import StepLimitError, count_steps, counted_work
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.violations import pointer

from .answers import Members, Part
from .components import JsonSchema, named
from .field_errors import FieldError, LocatedError, quote
from .fields import ContractField, Loaded, NestedObjectList, RequestSchema, ShortText
from .json_schemas import CLOSED, object_schema, schema_of, union
from .limits import (
    BATCH_ITEMS,
    BATCH_RESPONSE_BYTES,
    BATCH_STEPS,
    ITEM_STEPS,
    OPERATION_LENGTH,
    STEPS_PER_BYTE,
)
from .operation import PostOperation
from .problems import KINDS, Problem, dump_problem
from .request_record import current_record
from .responses import ProblemSchema
from .table import Entry

PATH = "/v1/batch"

ItemResponse = tuple[int, bytes]
"""The status of an item and its body as JSON."""


class AnyValue(ContractField):
    """Any JSON value; the item's operation validates it."""

    def published_schema(self) -> dict[str, Any]:
        return {}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return value


Games = Iterable[AnyGame]


class BatchBody(RequestSchema):
    """The body of a batch. The contract has a type for the valid items of each operation, and one for any item.

    So a client can have its items checked when it is compiled, and yet an invalid item fails alone: the last type
    accepts every item. Without it such a batch would break the contract, and then it has to be rejected as a whole.
    """

    operations: tuple[PostOperation, ...]

    def json_schema(self, games: Games = ()) -> JsonSchema:
        """The JSON Schema for some games."""
        requests: Any = self.fields["requests"]
        items = [_item_schema(operation, games) for operation in self.operations if operation.is_for(games)]
        described = {**requests.member_schema(), "items": {"anyOf": [*items, requests.item_schema()]}}
        members = {"type": "object", "properties": {"requests": described}, "required": ["requests"]}
        return named("Batch", {**members, **CLOSED})


def _item_schema(operation: PostOperation, games: Games) -> JsonSchema:
    """The JSON Schema of the valid items of an operation."""
    body = operation.body.json_schema(games)
    choices = [{key: part for key, part in one.items() if key != "anyOf"} for one in body.get("anyOf", ())]
    if "$component" in body:  # the type for any item allows more
        body.pop("anyOf", None)
    else:
        body = {"anyOf": choices, "description": "With a round, or with a sealed one."}
    item = {
        "type": "object",
        "properties": {"operation": {"type": "string", "const": operation.id}, "body": body},
        "required": ["operation", "body"],
        **CLOSED,
        "description": f"A request of `{operation.id}`.",
    }
    return named(f"BatchItem{type(operation.body).__name__}", item)


@dataclass(frozen=True)
class BatchAnswers:
    """The responses to the requests of a batch."""

    operations: tuple[PostOperation, ...]

    def json_schema(self, games: Games) -> JsonSchema:
        """The JSON Schema for some games.

        The fullest answers come first, because some clients take the first whose members are there.
        """
        answers = [operation.answers for operation in self.operations if operation.is_for(games)]
        fullest_first = sorted(answers, key=lambda each: each.count_members(), reverse=True)
        body = {"anyOf": [each.json_schema(games) for each in fullest_first]}
        alone = "The status that the request would have alone."
        success: Members = {"status": Part({"const": 200}, alone), "body": Part(body, "The answer.")}
        statuses = {"type": "integer", "enum": sorted({KINDS[kind] for kind in ITEM_PROBLEMS})}
        problem: Members = {
            "status": Part(statuses, f"{alone[:-1]}; 413 if the batch reached its limit before it."),
            "body": Part(schema_of(ProblemSchema)),
        }
        item = union(
            [
                named("BatchItemSuccess", object_schema(success, "A response that is an answer.")),
                named("BatchItemProblem", object_schema(problem, "A response that is a problem.")),
            ]
        )
        responses = {"type": "array", "items": named("BatchItemAnswer", item)}
        described = "One response for each request, in the same order."
        return named(
            "BatchAnswer", object_schema({"responses": Part(responses, described)}, "The responses of a batch.")
        )


def batch_of(operations: Iterable[PostOperation]) -> PostOperation:
    """The batch operation over these operations."""
    by_id = {operation.id: operation for operation in operations}

    def handle(body: Loaded, language: str) -> dict[str, Any]:
        current_record().consume(len(body["requests"]) - 1)  # the rate limiter has counted one already
        return {"responses": _run_items(body["requests"], by_id, language)}

    return PostOperation(
        Entry("batch", PATH, "Batch", "Send many requests at once"),
        description=_DESCRIPTION.format(operations=", ".join(f"`{name}`" for name in by_id)),
        body=_request_schema(tuple(by_id.values())),
        answers=BatchAnswers(tuple(by_id.values())),
        handle=handle,
        examples=_EXAMPLES,
        dump=_dump,
    )


# --- schemas --------------------------------------------------------------------------------------------------------


def _request_schema(operations: tuple[PostOperation, ...]) -> BatchBody:
    item: dict[str, Any] = {
        "operation": ShortText(
            max_length=OPERATION_LENGTH,
            required=True,
            metadata={"description": "The `operationId`. An unknown one fails only this item."},
        ),
        "body": AnyValue(
            required=True,
            allow_none=True,
            metadata={"description": "The body of the request. An invalid one fails only this item."},
        ),
    }
    requests = NestedObjectList(
        RequestSchema.from_dict(item, name="BatchItem"),
        sizes=range(1, BATCH_ITEMS + 1),
        required=True,
        metadata={"description": "The requests."},
    )
    made: BatchBody = type("Batch", (BatchBody,), {"requests": requests, "operations": operations})()
    return made


ITEM_PROBLEMS = ("batch-too-costly", "body-invalid", "operation-unknown", "internal-error")
"""The problem types of an item."""


# --- running a batch ------------------------------------------------------------------------------------------------


def _run_items(items: list[Loaded], by_id: Mapping[str, PostOperation], language: str) -> list[ItemResponse]:
    """Run the items in order, until the batch reaches its limit of steps, within an item or after it, or of bytes."""
    responses: list[ItemResponse] = []
    size = 0
    with counted_work() as work:
        for index, item in enumerate(items):
            affordable = work.steps < BATCH_STEPS and size < BATCH_RESPONSE_BYTES
            status, body = _run_item(item, by_id, language, index, affordable=affordable)
            work.limit = BATCH_STEPS  # after the first item, which gets the response that it would get alone
            operation = item["operation"] if item["operation"] in by_id else None
            current_record().add_item(operation, status)
            responses.append((status, body))
            size += len(body)
    return responses


def _run_item(
    item: Loaded, by_id: Mapping[str, PostOperation], language: str, index: int, *, affordable: bool
) -> ItemResponse:
    """The response to an item: the same bytes as alone, or a problem."""
    try:
        if not affordable:
            raise Problem("batch-too-costly")
        count_steps(ITEM_STEPS)
        body = _find_operation(item["operation"], by_id).run_to_json(item["body"], language)
        count_steps(STEPS_PER_BYTE * len(body))
        return 200, body
    except Problem as problem:
        failure = problem
    except StepLimitError:
        failure = Problem("batch-too-costly")
    except Exception as error:  # noqa: BLE001 - an unexpected error in one item must not fail the others
        current_record().exception = error
        failure = Problem("internal-error")
    instance = f"{PATH}#{pointer('requests', index)}"
    return failure.status, orjson.dumps(dump_problem(failure, language, instance, current_record().request_id))


def _find_operation(name: str, by_id: Mapping[str, PostOperation]) -> PostOperation:
    if name not in by_id:
        error = FieldError("choice_unknown", {"value": quote(name), "choices": list(by_id)})
        raise Problem("operation-unknown", {"operation": quote(name)}, errors=[LocatedError("/operation", error)])
    return by_id[name]


def _dump(response: dict[str, Any]) -> bytes:
    """The response as JSON. The items' bytes are joined once, so they are in memory only twice."""
    pieces = [b'{"responses":[']
    for status, body in response["responses"]:
        pieces += (b'{"status":%d,"body":' % status, body, b"},")
    pieces[-1] = b"}]}"  # there is at least one item
    return b"".join(pieces)


# --- in the contract ------------------------------------------------------------------------------------------------


_DESCRIPTION = (
    f"Up to {BATCH_ITEMS} requests in one call: {{operations}}. Each is handled as if it were sent alone, in the "
    "language of the batch and with the same bytes. The responses are in the order of the requests, each with its own "
    "status.\n\n"
    "An invalid item does not affect the others. An unknown `operation` or an invalid `body` gives status 422 and a "
    "problem as the item's `body`. The paths of its `errors` start at the item's `body`, or at the item if the type is "
    f"`operation-unknown`; `instance` identifies the item: `{PATH}#/requests/3`. The whole batch is rejected only if "
    "it does not match this document itself, or if it is not strict JSON (a repeated key, nesting too deep, a number "
    "beyond a double). The limit on the size of a body is that of every request.\n\n"
    "The cost of a batch is limited in steps of the searches, which are the same for the same batch, however busy the "
    "server is, and in bytes of the response. Later items get status 413 and a problem of type `batch-too-costly`: "
    "they are valid; send them in another batch. A batch of ordinary requests never reaches the limits."
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
