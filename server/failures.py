"""What went wrong in a way that the person at the terminal can put right."""


class Failure(Exception):  # noqa: N818 - read by people, as in "Failure: port 8000 is in use"
    """A foreseeable failure; its text says what happened and what to do."""
