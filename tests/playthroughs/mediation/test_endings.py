"""There is a recorded match for every way in which Ultimédiation can end and for every variant."""

import pytest

from tests.playthroughs.mediation.stories import played, read, stories
from tests.playthroughs.recording import HERE, script_of

RECORDED = {path.stem: script_of(path) for path in (HERE / "mediation").glob("*.txt")}
STORIES = {path.stem: path for path in stories()}


@pytest.mark.rule("mediation.end.1", "mediation.end.2", "mediation.end.3", "mediation.var.pyr.1")
def test_every_end_is_recorded():
    told = {read(path).ends for path in STORIES.values()}
    ends = {script.ends for script in RECORDED.values()} | told
    assert {"needs", "cubes_met", "row", "pyramids"} <= ends


@pytest.mark.parametrize("variant", ["round_earth", "pyramids", "timer"])
def test_every_variant_is_recorded_alone_and_with_the_others(variant):
    alone = [script for script in RECORDED.values() if script.options.get(variant)]
    assert len(alone) >= 2


def test_both_sizes_and_all_levels_are_recorded():
    ways = {
        (script.options.get("characters", 4), script.options.get("difficulty", "advanced"))
        for script in RECORDED.values()
    }
    assert {(4, "initiation"), (4, "advanced"), (7, "advanced"), (7, "expert")} <= ways


@pytest.mark.rule("mediation.var.pyr.1", "mediation.var.time.3", "mediation.coop.4")
@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_played_the_same(name):
    story = read(STORIES[name])
    play, lines = played(story)
    assert lines == story.told
    assert (play.result.reason if play.result else None) == story.ends
