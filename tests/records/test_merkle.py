"""The tree over all tables: proofs hold for every size, and for nothing else."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from server.checkpoints import merkle


def leaves(count):
    return [sha256(bytes([0, number % 256, number // 256])).digest() for number in range(count)]


@given(st.integers(1, 70), st.data())
def test_every_leaf_is_proven_to_be_in_its_tree_and_no_other(size, data):
    index = data.draw(st.integers(0, size - 1))
    tree = leaves(size)
    proof = merkle.inclusion(tree, index)
    assert merkle.is_included(tree[index], index, size, proof, merkle.root(tree))
    assert not merkle.is_included(sha256(b"other").digest(), index, size, proof, merkle.root(tree))
    assert not merkle.is_included(tree[index], index, size, proof, merkle.root([*tree, tree[0]]))


@given(st.integers(1, 70), st.data())
def test_a_tree_is_proven_to_have_only_grown(size, data):
    old = data.draw(st.integers(1, size))
    tree = leaves(size)
    proof = merkle.consistency(tree, old)
    before, now = merkle.root(tree[:old]), merkle.root(tree)
    assert merkle.is_consistent(old, before, size, now, proof)
    changed = merkle.root([sha256(b"other").digest(), *tree[1:old]])
    assert not merkle.is_consistent(old, changed, size, now, proof)
