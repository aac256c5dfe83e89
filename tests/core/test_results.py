"""Places, rulebooks and content."""

from pathlib import Path

import pytest

from domain.core.content import digest, read
from domain.core.game import Described, Game, game, games, register
from domain.core.record import Record
from domain.core.result import places_by_key
from domain.core.rules import CARRIED_OUT_BY, read_rulebook, rule


def test_equal_keys_share_a_place_and_the_places_behind_are_not_given() -> None:
    places = places_by_key({0: (5, 1), 1: (7, 0), 2: (5, 1), 3: (5, 0)}, {0: 5, 1: 7, 2: 5, 3: 5})
    assert [(p.seat, p.place, p.shared) for p in places] == [(1, 1, False), (0, 2, True), (2, 2, True), (3, 4, False)]


def test_a_function_that_cites_a_rule_is_found_by_it() -> None:
    @rule("test.rule.1", "test.rule.2")
    def carried_out() -> None: ...

    assert (
        CARRIED_OUT_BY.pop("test.rule.1")
        == CARRIED_OUT_BY.pop("test.rule.2")
        == {f"{__name__}.{carried_out.__qualname__}"}
    )


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package on disk called `some_game`."""
    folder = tmp_path / "some_game"
    (folder / "content").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "some_game", raising=False)
    return folder


def test_a_rulebook_with_an_id_twice_is_refused(package: Path) -> None:
    entry = "- {id: a.1, chapter: c, title: {fr: t, en: t}, text: {fr: t, en: t}}\n"
    (package / "rulebook.yaml").write_text(entry * 2)
    with pytest.raises(ValueError, match="stands twice"):
        read_rulebook("some_game")


class Card(Record, forbid_unknown_fields=True):
    id: str
    cost: int


def test_a_typing_error_in_content_names_the_file_and_the_place(package: Path) -> None:
    (package / "content" / "cards.yaml").write_text("- {id: a, cost: cheap}\n")
    with pytest.raises(ValueError, match=r"cards\.yaml: .*cost"):
        read("some_game", "content/cards.yaml", list[Card])


def test_the_digest_of_content_follows_what_it_says_and_not_how_it_is_written(package: Path) -> None:
    path = package / "content" / "cards.yaml"
    path.write_text("- {id: a, cost: 1}\n")
    first = digest("some_game")
    path.write_text("# a comment\n- cost: 1\n  id: a\n")
    assert digest("some_game") == first
    path.write_text("- {id: a, cost: 2}\n")
    assert digest("some_game") != first


def test_nothing_is_registered_twice() -> None:
    described = Described(slug="twice", names={}, kind="competitive", seats=(1, 2), minutes=(1, 1), rules_version="1")
    made = Game(described, "tests.core", state=Record, options=Record)
    made.bot("clever")(lambda move: {})
    with pytest.raises(ValueError, match="registered twice"):
        made.bot("clever")(lambda move: {})
    some = next(iter(games()), None)
    if some is not None:
        with pytest.raises(ValueError, match="registered already"):
            register(game(some))
