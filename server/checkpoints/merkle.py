"""The tree of RFC 9162: its root, proofs that a leaf is in it, and proofs that it only grew."""

from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID


def leaf_hash(table: UUID, version: int, head: bytes) -> bytes:
    """The hash of a table's head at a version."""
    return sha256(b"\x00" + table.bytes + version.to_bytes(8, "big") + head).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def root(leaves: Sequence[bytes]) -> bytes:
    """The hash over all leaves, in order."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = _split(len(leaves))
    return _node(root(leaves[:middle]), root(leaves[middle:]))


def inclusion(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes that lead from a leaf to the root, lowest first."""
    if len(leaves) <= 1:
        return ()
    middle = _split(len(leaves))
    if index < middle:
        return (*inclusion(leaves[:middle], index), root(leaves[middle:]))
    return (*inclusion(leaves[middle:], index - middle), root(leaves[:middle]))


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes) -> bool:
    """Whether the hashes lead from the leaf to the root."""
    if not 0 <= index < size:
        return False
    node, last = index, size - 1
    found = leaf
    for other in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = _node(other, found)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            found = _node(found, other)
        node, last = node >> 1, last >> 1
    return last == 0 and found == expected


def consistency(leaves: Sequence[bytes], old_size: int) -> tuple[bytes, ...]:
    """The hashes that show that the first `old_size` leaves are the old tree."""
    return _grown(leaves, old_size, is_whole=True) if 0 < old_size <= len(leaves) else ()


def _grown(leaves: Sequence[bytes], old_size: int, *, is_whole: bool) -> tuple[bytes, ...]:
    if old_size == len(leaves):
        return () if is_whole else (root(leaves),)
    middle = _split(len(leaves))
    if old_size <= middle:
        return (*_grown(leaves[:middle], old_size, is_whole=is_whole), root(leaves[middle:]))
    return (*_grown(leaves[middle:], old_size - middle, is_whole=False), root(leaves[:middle]))


def is_consistent(old_size: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the tree of the old root is the beginning of the tree of the new one."""
    if old_size == size:
        return not proof and old_root == new_root
    if not 0 < old_size < size:
        return False
    hashes = list(proof) if old_size & (old_size - 1) else [old_root, *proof]
    if not hashes:
        return False
    node, last = old_size - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old = new = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            old, new = _node(other, old), _node(other, new)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            new = _node(new, other)
        node, last = node >> 1, last >> 1
    return last == 0 and old == old_root and new == new_root
