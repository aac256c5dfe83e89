"""How each fact changes the table: no rules, no checks, no exceptions."""

from domain.cosmic.apply import beginnings, cards, deals, duel, powers, tokens  # noqa: F401
