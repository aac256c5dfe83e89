"""What a repeated answer is compared with."""

from events.envelope import Appended, new_stream_id
from events.pool import Pool
from events.store import Store
from tests.events.examples import SALT_KEY, batch, meta


def test_an_answer_given_anew_is_the_one_that_counts(pool: Pool) -> None:
    store, table = Store(pool), new_stream_id()
    answered = meta(decision="0.4.1.0", seat=1)
    first = store.append(batch(table, meta=answered, secrets={"salt": SALT_KEY}))
    assert isinstance(first, Appended)
    taken_back = store.append(batch(table, first.position, meta=meta(seat=1)))
    assert isinstance(taken_back, Appended)
    anew = store.append(batch(table, taken_back.position, meta=answered))
    assert isinstance(anew, Appended)
    assert store.commit_of_decision(table, "0.4.1.0") == anew.commits[0]
