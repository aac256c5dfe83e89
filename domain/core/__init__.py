"""The core that every game stands on."""
