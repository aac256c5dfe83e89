"""The whole server in real processes, killed while clients play, and its log compared with what they were told."""
