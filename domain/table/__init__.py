"""A table: who sits at it, under which conditions, and how it ends; the game played at it is not known here."""
