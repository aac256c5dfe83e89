"""Small games, each of which proves one shape of decision that the real games need."""
