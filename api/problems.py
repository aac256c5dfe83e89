"""Problems: every refusal as `application/problem+json`, mapped in one place."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import psycopg
import structlog
from flask import Flask, Response, g, has_request_context, request
from psycopg_pool import PoolTimeout
from werkzeug.exceptions import HTTPException

from api.language import language
from domain.core.errors import Refused
from domain.table.rewinds import TooSoon
from events.errors import Unavailable
from server.refusals import Refusal, TooManyRequests

log = structlog.get_logger()


class Kind(NamedTuple):
    """What a problem code stands for, in both languages, and what to do about it."""

    status: int
    en: str
    fr: str
    meaning: str
    remedy: str


KINDS: dict[str, Kind] = {
    "invalid-request": Kind(
        400,
        "The request cannot be read",
        "La requête est illisible",
        "The request itself is malformed: its line, its length or its encoding.",
        "Send well-formed HTTP/1.1.",
    ),
    "malformed-body": Kind(
        400,
        "The body cannot be read",
        "Le corps est illisible",
        "The body is not JSON in UTF-8, or the operation takes no body.",
        "Send one JSON object, or no body where the contract shows none.",
    ),
    "invalid-header": Kind(
        400,
        "A header is malformed",
        "Un en-tête est mal formé",
        "A header that the operation reads does not follow its grammar.",
        "Compare the header with the contract.",
    ),
    "idempotency-missing": Kind(
        400,
        "An Idempotency-Key is needed",
        "Il faut un Idempotency-Key",
        "The operation creates something and must be safe to repeat.",
        "Send `Idempotency-Key` with a fresh value, and the same value when repeating the request.",
    ),
    "unauthenticated": Kind(
        401,
        "Who are you?",
        "Qui êtes-vous ?",
        "There is no token, or it is unknown, expired or revoked; or name and password do not match.",
        "Sign in with `POST /v1/sessions` and send `Authorization: Bearer plt_…`.",
    ),
    "scope-missing": Kind(
        403,
        "The token does not allow this",
        "Le jeton ne le permet pas",
        "The token lacks the scope named in the contract, or the role behind the scope is not held.",
        "Use a token with that scope.",
    ),
    "wrong-password": Kind(
        403,
        "The old password is wrong",
        "L'ancien mot de passe est faux",
        "A password is changed only by whoever knows the old one.",
        "Give the old password.",
    ),
    "not-your-seat": Kind(
        403,
        "This is not your seat",
        "Ce n'est pas votre place",
        "The decision, the seat or the perspective belongs to somebody else.",
        "Act for your own seat.",
    ),
    "not-your-table": Kind(
        403,
        "Only the host may do this",
        "Seul l'hôte peut le faire",
        "The operation belongs to the player who created the table.",
        "Ask the host.",
    ),
    "not-found": Kind(
        404, "Not found", "Introuvable", "It does not exist, or it is not yours to know.", "Check the address."
    ),
    "version-unknown": Kind(
        404,
        "There is no such version",
        "Cette version n'existe pas",
        "The table has not come so far, the match had not begun, or the version is none to go back to.",
        "List the versions of the table.",
    ),
    "method-not-allowed": Kind(
        405,
        "The method is not allowed here",
        "Méthode non permise ici",
        "The address exists, but not with this method.",
        "Use a method from the `Allow` header.",
    ),
    "not-acceptable": Kind(
        406,
        "No such media type",
        "Type de média indisponible",
        "The response cannot be given in a type that `Accept` allows.",
        "Accept `application/json`.",
    ),
    "name-taken": Kind(
        409,
        "The name is taken",
        "Le nom est pris",
        "Another player has this name, perhaps with other capitals.",
        "Choose another name.",
    ),
    "last-administrator": Kind(
        409,
        "The last administrator stays",
        "Il faut un administrateur",
        "Without an administrator nobody could give roles.",
        "Make somebody else administrator first.",
    ),
    "decision-answered": Kind(
        409,
        "This decision has already been answered",
        "Cette décision a déjà reçu sa réponse",
        "The seat has answered it differently. The same answer again would have given the same move.",
        "List the open decisions.",
    ),
    "decision-suspended": Kind(
        409,
        "Other business comes first",
        "Une autre affaire passe d'abord",
        "The decision is not open at this moment and will be open again under the same id.",
        "Wait until it is listed again, then send the same answer.",
    ),
    "table-moved": Kind(
        409,
        "The table has moved on",
        "La table a avancé",
        "Something has happened since the version named in `as_of_version`.",
        "Read the table again.",
    ),
    "table-full": Kind(
        409, "The table is full", "La table est complète", "Every seat is taken.", "Find another table."
    ),
    "seat-taken": Kind(
        409, "The seat is taken", "La place est prise", "Somebody else sits there.", "Choose a free seat."
    ),
    "wrong-status": Kind(
        409,
        "Not at this stage of the table",
        "Pas à ce stade de la table",
        "The operation needs a table that is gathering, running or finished, and this one is not.",
        "Read the table's `status`.",
    ),
    "idempotency-running": Kind(
        409,
        "The first request is still running",
        "La première requête est en cours",
        "A request with the same key has not finished.",
        "Repeat it in a moment.",
    ),
    "content-missing": Kind(
        409,
        "The table's content is not at hand",
        "Le contenu de la table manque",
        "The table was started with an edition of the content that this server does not have.",
        "Ask the operator to install that edition.",
    ),
    "undo-off": Kind(
        409,
        "This table knows no undo",
        "Cette table n'a pas d'annulation",
        "The table's conditions exclude taking moves back.",
        "Play on.",
    ),
    "proposal-open": Kind(
        409,
        "Another proposal is open",
        "Une autre proposition est ouverte",
        "Seats are still voting on an earlier proposal.",
        "Wait until it is decided.",
    ),
    "secret-crossed": Kind(
        409,
        "Something has come to light since",
        "Quelque chose a été révélé depuis",
        "Going back would cross chance or a secret that has been shown.",
        "Ask the others to agree.",
    ),
    "too-soon": Kind(
        409, "Not again so soon", "Pas si vite", "A refused proposal makes the next one wait.", "Wait, or play on."
    ),
    "decision-withdrawn": Kind(
        410,
        "This decision is gone",
        "Cette décision n'existe plus",
        "It was answered, overtaken or taken back; its id will not come again.",
        "List the open decisions.",
    ),
    "stale-version": Kind(
        412,
        "It has changed since you read it",
        "Elle a changé depuis votre lecture",
        "The entity tag in `If-Match` is not the current one.",
        "Read it again and repeat the change.",
    ),
    "too-large": Kind(
        413,
        "The body is too large",
        "Le corps est trop grand",
        "No request of this interface needs more than 256 KiB.",
        "Send less.",
    ),
    "unsupported-media-type": Kind(
        415,
        "JSON is expected",
        "Du JSON est attendu",
        "The body is not declared as JSON.",
        "Send `Content-Type: application/json`.",
    ),
    "invalid-body": Kind(
        422,
        "The body does not fit its schema",
        "Le corps ne suit pas son schéma",
        "The JSON is well-formed, but a member is missing, unknown or out of bounds.",
        "`errors` points at each member.",
    ),
    "invalid-query": Kind(
        422,
        "A query parameter does not fit",
        "Un paramètre ne convient pas",
        "A parameter is unknown, repeated or out of bounds.",
        "`errors` names each parameter.",
    ),
    "invalid-options": Kind(
        422,
        "The game cannot be played so",
        "Le jeu ne se joue pas ainsi",
        "The options or the number of seats are outside what the game allows.",
        "Read `options_schema` and `seats` of the game.",
    ),
    "invalid-position": Kind(
        422,
        "Not a playable position",
        "Position injouable",
        "The document does not describe a position from which play can go on.",
        "Correct the document.",
    ),
    "not-an-option": Kind(
        422,
        "The answer does not fit the form",
        "La réponse ne suit pas le formulaire",
        "The decision is open, but the answer is not one that its form allows; nothing has changed.",
        "Compare the answer with the form; `errors` points at the slot, `rules` says why.",
    ),
    "idempotency-reused": Kind(
        422,
        "The key was used for another request",
        "La clé a servi à une autre requête",
        "The same `Idempotency-Key` came with another request.",
        "Use a fresh key for every new request.",
    ),
    "precondition-missing": Kind(
        428,
        "An If-Match header is needed",
        "Il faut un en-tête If-Match",
        "The change must say which version it is meant for.",
        "Send `If-Match` with the `ETag` you have read.",
    ),
    "rate-limited": Kind(
        429,
        "Too many requests",
        "Trop de requêtes",
        "The allowance of this token or address is used up.",
        "Wait `Retry-After` seconds.",
    ),
    "internal": Kind(
        500,
        "The server made a mistake",
        "Le serveur s'est trompé",
        "A defect of the server; nothing half-done is kept.",
        "Repeat the request; report `instance`.",
    ),
    "unavailable": Kind(
        503,
        "Not available at the moment",
        "Indisponible pour le moment",
        "A part that the server needs is not answering.",
        "Repeat the request after `Retry-After` seconds.",
    ),
}
BY_STATUS = {
    400: "invalid-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    414: "invalid-request",
    415: "unsupported-media-type",
    429: "rate-limited",
    431: "invalid-request",
    503: "unavailable",
}


def problem(code: str, detail: str, **members: Any) -> Response:
    """Make the response for a problem code."""
    kind = KINDS[code]
    tongue = language()
    body = {
        "type": f"{request.host_url.rstrip('/')}/problems/{code}",
        "title": getattr(kind, tongue),
        "status": kind.status,
        "code": code,
        "detail": detail,
        "instance": f"urn:uuid:{g.request_id}",
        **{name: value for name, value in members.items() if value not in (None, (), [])},
    }
    response = Response(msgspec.json.encode(body), kind.status, mimetype="application/problem+json")
    response.headers["Content-Language"] = tongue
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("Accept-Language")
    g.problem = code
    return response


def handle_errors(app: Flask) -> None:
    """Turn every exception that leaves a view into a problem."""
    app.register_error_handler(Refusal, of_refusal)
    app.register_error_handler(Refused, of_refused)
    app.register_error_handler(HTTPException, of_http)
    for unavailable in (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, Unavailable):
        app.register_error_handler(unavailable, of_absent_database)
    app.register_error_handler(Exception, of_defect)


def of_refusal(error: Refusal) -> Response:
    """Answer a refusal of the server's use cases."""
    response = problem(error.code, error.detail, errors=error.errors, **error.extra)
    if error.code == "unauthenticated":
        response.headers["WWW-Authenticate"] = 'Bearer realm="plateau"'
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.retry_after)
    if error.code in ("idempotency-running", "unavailable"):
        response.headers["Retry-After"] = "1"
    return response


def of_refused(error: Refused) -> Response:
    """Answer a refusal of the rules."""
    errors = [{"pointer": f"/answer{misfit.pointer}", "detail": misfit.detail} for misfit in error.misfits]
    response = problem(
        error.code,
        error.detail,
        errors=errors or getattr(error, "errors", None),
        reason=error.reason,
        rules=cited(error.rules),
        table_version=getattr(error, "table_version", None),
    )
    if isinstance(error, TooSoon):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def cited(rules: tuple[str, ...]) -> list[dict[str, str]]:
    """Name the rules of a refusal with their addresses."""
    return [{"id": rule, "href": f"/v1/games/{rule.split('.')[0]}/rules/{rule}"} for rule in rules]


def of_http(error: HTTPException) -> Response:
    """Answer what the framework refuses."""
    status = error.code or 500
    if status >= 500 and status != 503:
        return of_defect(error)
    code = BY_STATUS.get(status, "invalid-request")
    response = problem(code, DETAILS.get(status, KINDS[code].meaning))
    if status == 405 and getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))  # type: ignore[attr-defined]
    return response


DETAILS = {
    404: "There is nothing at this address, or it is not yours to know.",
    413: "The body is longer than 256 KiB.",
}


def of_absent_database(error: Exception) -> Response:
    """Answer while the database cannot be reached."""
    log.warning("database unavailable", error=type(error).__name__)
    response = problem("unavailable", "The database is not answering.")
    response.headers["Retry-After"] = "1"
    return response


def of_defect(error: Exception) -> Response:
    """Answer a defect without telling anything but the request's id."""
    log.exception("defect", request=str(g.request_id) if has_request_context() else None, exc_info=error)
    return problem("internal", "The request could not be carried out; its id is in `instance`.")
