"""One server in processes of its own for the tests of streams."""

from collections.abc import Callable, Iterator

import pytest

from tests.faults.serving import Server
from tests.server.running import reachable_folder
from tests.streams.playing import Person


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that the tests of a module share."""
    with reachable_folder() as folder:
        made = Server(folder)
        made.start()
        yield made
        made.end()


@pytest.fixture
def person(server: Server) -> Callable[[str], Person]:
    """Somebody new on that server."""
    return lambda name: Person(server.address, name)


@pytest.fixture
def alice(person: Callable[[str], Person]) -> Person:
    return person("alice")


@pytest.fixture
def bob(person: Callable[[str], Person]) -> Person:
    return person("bob")


@pytest.fixture
def carol(person: Callable[[str], Person]) -> Person:
    return person("carol")
