"""What went wrong in a way that the person at the terminal can put right."""


class Failure(Exception):
    """A foreseeable failure; its text says what happened and what to do."""
