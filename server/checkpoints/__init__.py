"""Signed checkpoints: one tree over the heads of all tables; a copy kept elsewhere proves that nothing changed."""
