"""Whatever is changed in a record is found, and the first event that shows it is named with the reason."""

from random import Random

import pytest

from server.records.form import BadRecord
from server.records.verifying import verify
from tests.records.doctoring import doctored, events_of, forge, others, payload, places, plain, read

MATCH = "kepler-round_limit"
DICE, ANSWERED, FLOW = "kepler.dice_rolled.v1", "core.answered.v1", "core.flow_moved.v1"


def version_of(event_type):
    return next(events_of(plain(MATCH), event_type))["version"]


def roll_otherwise(data):
    dice = payload(data, DICE)["dice"]
    dice["d1"] = dice["d1"] % 6 + 1


def drop(data):
    for commit in data["commits"]:
        commit["events"] = [event for event in commit["events"] if event["version"] != version_of(DICE)]


def swap(data):
    events = data["commits"][6]["events"]
    events[0], events[1] = events[1], events[0]


def swap_appends(data):
    data["commits"][20], data["commits"][21] = data["commits"][21], data["commits"][20]


def put_in(data):
    events = data["commits"][10]["events"]
    events.append({**events[-1], "version": events[-1]["version"] + 1})


def put_in_at_the_end(data):
    last = data["commits"][-1]
    last["events"].append({**next(events_of(data, "table.seated.v1")), "version": last["last"] + 1})


def move_to_the_next_append(data):
    data["commits"][11]["events"].insert(0, data["commits"][10]["events"].pop())


def win_otherwise(data):
    result = payload(data, "table.finished.v1")["result"]
    result["winners"] = [1 - seat for seat in result["winners"]]


def sign_otherwise(data):
    data["checkpoint"]["note"] = data["checkpoint"]["note"].replace("\u2014 plateau ", "\u2014 plateau A")


def sign_more(data):
    lines = data["checkpoint"]["note"].split("\n")
    data["checkpoint"]["note"] = "\n".join([lines[0], str(int(lines[1]) + 1), *lines[2:]])


def last_version(data, number):
    return data["commits"][number]["last"]


PLAINLY = {
    "a fact": (roll_otherwise, "chain", version_of(DICE), "dice_rolled.v1) was changed"),
    "an answer": (
        lambda data: payload(data, ANSWERED).update(answer={}),
        "chain", version_of(ANSWERED), "answered.v1) was changed",
    ),
    "the count of draws": (
        lambda data: payload(data, FLOW).update(draws={}), "chain", version_of(FLOW), "flow_moved.v1) was changed",
    ),
    "a dropped event": (drop, "chain", version_of(DICE), f"event {version_of(DICE) + 1} stands in its place"),
    "an append without events": (
        lambda data: data["commits"][10].update(events=[]), "chain", plain(MATCH)["commits"][10]["first"], "is missing",
    ),
    "a dropped append": (
        lambda data: data["commits"].pop(20), "chain", plain(MATCH)["commits"][20]["first"], "no commit begins here",
    ),
    "swapped events": (swap, "chain", plain(MATCH)["commits"][6]["first"], "stands in its place"),
    "swapped appends": (swap_appends, "chain", plain(MATCH)["commits"][20]["first"], "no commit begins here"),
    "an added event": (put_in, "chain", last_version(plain(MATCH), 10) + 1, "is added"),
    "an event added at the end": (put_in_at_the_end, "chain", last_version(plain(MATCH), -1) + 1, "is added"),
    "an event moved to the next append": (
        move_to_the_next_append, "chain", last_version(plain(MATCH), 10), "is missing",
    ),
    "the result": (win_otherwise, "chain", version_of("table.finished.v1"), "finished.v1) was changed"),
    "who moved": (
        lambda data: data["commits"][10]["meta"]["actor"].update(id="mallory"),
        "chain", last_version(plain(MATCH), 10), "metadata was changed",
    ),
    "when": (
        lambda data: data["commits"][10].update(at="2020-01-01T00:00:00Z"),
        "chain", last_version(plain(MATCH), 10), "head does not follow",
    ),
    "who sat there": (
        lambda data: payload(data, "table.seated.v1")["holder"].update(name="mallory"),
        "chain", version_of("table.seated.v1"), "seated.v1) was changed",
    ),
    "a contribution": (
        lambda data: payload(data, "table.seated.v1").update(contribution="mine"),
        "chain", version_of("table.seated.v1"), "seated.v1) was changed",
    ),
    "the commitment": (
        lambda data: payload(data, "table.created.v1").update(commitment="00" * 32),
        "chain", 1, "created.v1) was changed",
    ),
    "the salts": (lambda data: data.update(salt_key="00" * 32), "chain", 1, "was changed"),
    "the seed": (lambda data: data.update(seed="00" * 32), "commitment", 1, "not the one that was committed to"),
    "no seed": (lambda data: data.update(seed=None), "commitment", 1, "not the one that was committed to"),
    "the table": (
        lambda data: data.update(table="00000000-0000-7000-8000-000000000000"), "chain", 1, "head does not follow",
    ),
    "the game": (lambda data: data.update(game="cosmic"), "head", 1, "game is cosmic, its table's kepler"),
    "the rules": (
        lambda data: data.update(rules_version="9.9"), "head", version_of("table.started.v1"), "rules_version is 9.9",
    ),
    "the content": (
        lambda data: data.update(content="00" * 32), "head", version_of("table.started.v1"), "content is 00",
    ),
    "the signature": (sign_otherwise, "signature", last_version(plain(MATCH), -1), "not signed by the key it names"),
    "what is signed": (sign_more, "signature", last_version(plain(MATCH), -1), "not signed by the key it names"),
    "the key": (
        lambda data: data["checkpoint"].update(public_key="11" * 32),
        "signature", last_version(plain(MATCH), -1), "not signed by the key it names",
    ),
    "the proof": (
        lambda data: data["checkpoint"].update(proof=["00" * 32]),
        "signature", last_version(plain(MATCH), -1), "does not cover the last event",
    ),
    "a missing end": (
        lambda data: data["commits"].pop(),
        "signature", last_version(plain(MATCH), -2), "does not cover the last event",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", PLAINLY)
def test_what_was_changed_is_named(what):
    change, check, version, reason = PLAINLY[what]
    verdict = verify(read(doctored(MATCH, change)))
    assert (verdict.finding.check, verdict.finding.version) == (check, version)
    assert reason in verdict.finding.detail


def answer_otherwise(data):
    answered = next(event for event in events_of(data, ANSWERED) if event["payload"]["answer"].get("do"))
    answered["payload"]["answer"]["do"] = "no such option"


def another_seat(data):
    answered = payload(data, ANSWERED)
    answered["seat"] = 1 - answered["seat"]


def end_otherwise(data):
    win_otherwise(data)
    list(events_of(data, FLOW))[-1]["payload"]["result"] = payload(data, "table.finished.v1")["result"]


def begin_with_more(data):
    payload(data, "core.begun.v1")["state"]["seats"][0]["supply"]["base"] = 99


FORGED = {
    "a draw": (roll_otherwise, "rules", "the rules say"),
    "the count of draws": (lambda data: payload(data, FLOW).update(draws={}), "rules", "the rules say"),
    "a dropped event": (drop, "rules", "the rules say"),
    "swapped events": (swap, "rules", ""),
    "a dropped append": (lambda data: data["commits"].pop(20), "rules", ""),
    "an answer": (answer_otherwise, "rules", "refuse"),
    "who answered": (another_seat, "rules", "refuse"),
    "the result alone": (win_otherwise, "result", "not the one the match came to"),
    "the result wherever it stands": (end_otherwise, "rules", "the rules say"),
    "a contribution": (
        lambda data: payload(data, "table.seated.v1").update(contribution="mine"), "rules", "the rules say",
    ),
    "the commitment": (
        lambda data: payload(data, "table.created.v1").update(commitment="00" * 32), "commitment", "not the one",
    ),
    "the opened seed": (
        lambda data: payload(data, "table.seed_opened.v1").update(secret="00" * 32),
        "commitment", "is not the record's",
    ),
    "a start that is none": (begin_with_more, "rules", "cannot be"),
    "an event of later rules": (
        lambda data: next(events_of(data, DICE)).update(type="kepler.dice_rolled.v2"), "form", "use a newer one",
    ),
    "an event that lacks something": (lambda data: payload(data, DICE).clear(), "form", "cannot be read"),
    "no metadata": (lambda data: data["commits"][10].update(meta={}), "form", "metadata cannot be read"),
    "no beginning": (lambda data: data["commits"].pop(0), "fold", "do not fold"),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_whoever_forges_all_hashes_is_found_by_the_rules(what):
    change, check, reason = FORGED[what]
    data = doctored(MATCH, change)
    forge(data)
    finding = verify(read(data)).finding
    assert finding.check == check
    assert reason in finding.detail


@pytest.mark.parametrize(
    "change",
    [
        lambda data: payload(data, "table.seated.v1")["holder"].update(name="mallory"),
        lambda data: data["commits"][10].update(at="2020-01-01T00:00:00Z"),
        lambda data: data["commits"][10]["meta"].update(cause="another"),
    ],
    ids=["who sat there", "when", "why"],
)
def test_what_the_rules_say_nothing_of_is_found_by_the_signature(change):
    """Without the checkpoint such a forgery is sound, and the verdict says that nobody signed it."""
    data = doctored(MATCH, change)
    forge(data)
    finding = verify(read(data)).finding
    assert (finding.check, finding.detail) == ("signature", "the signed checkpoint does not cover the last event")
    verdict = verify(read({**data, "checkpoint": None}))
    assert verdict.finding is None
    assert not verdict.is_signed


def test_a_rated_match_must_begin_at_its_set_up():
    def rate(data):
        payload(data, "table.created.v1")["terms"]["rated"] = True

    data = doctored("kepler-roll_off", rate)
    forge(data)
    finding = verify(read(data)).finding
    assert (finding.check, finding.detail) == ("rules", "a rated match begins at its set-up, and this one does not")


def test_every_value_of_a_record_counts(pytestconfig):
    """Wherever something else is put in, it is found or refused; nothing makes the verification fail."""
    name = "kepler-roll_off"
    chance, paths = Random(8), list(places(plain(name)))
    for path in paths if pytestconfig.getoption("--deep") else chance.sample(paths, 250):
        data = plain(name)
        within = data
        for key in path[:-1]:
            within = within[key]
        within[path[-1]] = chance.choice(others(within[path[-1]]))
        if data["checkpoint"] is None:
            assert not verify(read(data)).is_signed
            continue
        try:
            assert verify(read(data)).finding is not None, path
        except BadRecord as refused:
            assert str(refused)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(format="plateau-record/2"), "reads plateau-record/1: use a newer one"),
        (lambda data: data.update(format="plateau-record/0"), "no version has written such records"),
        (lambda data: data.update(format=1), "not a record of a table"),
        (lambda data: data.update(commits=[]), "length >= 1 - at `$.commits`"),
        (lambda data: data.update(seed="xyz"), "at `$.seed`"),
        (lambda data: data["commits"][3].update(head="q"), "at `$.commits[3].head`"),
        (lambda data: data["commits"][3].update(at="2020-01-01T00:00:00"), "at `$.commits[3].at`"),
        (lambda data: data["commits"][3]["events"][0].update(type="odd"), "at `$.commits[3].events[0].type`"),
        (lambda data: data.update(more=1), "unknown field `more`"),
        (lambda data: data.update(game="chess"), "of chess, a game that this version does not know"),
    ],
)
def test_what_is_no_record_of_this_version_is_refused_with_a_reason(change, reason):
    with pytest.raises(BadRecord) as refused:
        verify(read(doctored(MATCH, change)))
    assert reason in str(refused.value)
