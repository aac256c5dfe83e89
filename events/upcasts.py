"""Old shapes of events brought to the newest one when they are read; what is stored never changes."""

from collections.abc import Callable

from events.envelope import Payload, schema_of

Upcast = Callable[[Payload], Payload]
_upcasts: dict[str, Upcast] = {}


def upcast(event_type: str) -> Callable[[Upcast], Upcast]:
    """Register the function that turns a payload of this type into one of the next version."""
    schema_of(event_type)

    def register(function: Upcast) -> Upcast:
        if event_type in _upcasts:
            raise ValueError(f"{event_type} has an upcast already")
        _upcasts[event_type] = function
        return function

    return register


def newest(event_type: str, schema: int, payload: Payload) -> tuple[str, int, Payload]:
    """Bring an event to the newest version of its type."""
    while (function := _upcasts.get(event_type)) is not None:
        payload = function(payload)
        schema += 1
        event_type = f"{event_type.rpartition('.v')[0]}.v{schema}"
    return event_type, schema, payload
