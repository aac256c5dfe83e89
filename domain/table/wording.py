"""What players read about a table itself, whatever is played at it."""

from domain.core.text import Texts, read_texts

AROUND: Texts = read_texts("domain.table")
"""By language: table facts, answers, and the question for a draw to type in."""
