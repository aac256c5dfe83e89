"""A long chain in the background."""

from domain.core.happenings import FlowMoved
from domain.core.openings import waits_for_worker
from tests.shapes.chain import Fire, Options, Rescue, chain
from tests.shapes.sitting import Sitting


def burning(regions: int = 40, seats: int = 3) -> Sitting:
    table = Sitting(chain, seats, options=Options(regions=regions, summers=1))
    table.say(1, do="go")
    return table


def finish(table: Sitting, chunk: int) -> list[int]:
    """Work until the match ends, saving whatever can be saved; gives the number of facts of each chunk."""
    sizes = []
    while table.play.agenda:
        if waits_for_worker(table.game, table.play):
            full = chunk.__le__
            table.play, table.facts = table.umpire.advance(table.play, background=True, is_full=full)
            sizes.append(len(table.facts))
        else:
            (seat,) = table.asked()
            table.say(seat, do="save")
    return sizes


def test_a_table_rests_in_front_of_background_business_and_asks_nothing() -> None:
    table = burning()
    assert waits_for_worker(table.game, table.play)
    assert table.umpire.decisions(table.play) == ()
    assert table.umpire.advance(table.play) == (table.play, ()), "only a worker goes on"


def test_chunks_end_in_front_of_a_background_frame_and_do_not_change_what_happens() -> None:
    whole, parts = burning(), burning()
    finish(whole, chunk=10_000)
    sizes = finish(parts, chunk=5)
    assert max(sizes) <= 5 + 1
    assert len(sizes) > 5
    assert parts.play.state == whole.play.state
    assert parts.play.draws == whole.play.draws


def test_a_choice_inside_the_chain_is_a_plain_frame_whose_answer_is_handed_down() -> None:
    table = burning()
    table.play, table.facts = table.umpire.advance(table.play, background=True)
    fire, rescue = (item.frame for item in table.play.agenda[-2:])
    assert isinstance(fire, Fire) and isinstance(rescue, Rescue)
    region = fire.region
    table.say(rescue.seat, do="save")
    assert waits_for_worker(table.game, table.play), "the answer does not run the chain in the request"
    assert table.play.agenda[-1].frame == Fire(region=region, rolled=rescue.seat, given="save")
    table.play, table.facts = table.umpire.advance(table.play, background=True)
    assert table.told()[0] == "Saved"


def test_each_chunk_has_one_bookkeeping_fact() -> None:
    table = burning()
    table.play, table.facts = table.umpire.advance(table.play, background=True)
    assert [type(fact) for fact in table.facts].count(FlowMoved) == 1


def test_a_seat_whose_decision_lies_under_background_business_is_told_so() -> None:
    table = burning()
    assert table.refusal("0.1.0.0", 0, do="go") == "decision-suspended"


def test_three_thousand_regions_burn_in_chunks() -> None:
    table = burning(regions=3_000)
    finish(table, chunk=200)
    assert table.play.result is not None
