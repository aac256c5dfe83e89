"""What holds for every game, written once."""
