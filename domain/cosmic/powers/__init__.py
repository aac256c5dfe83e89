"""The 35 powers, one module for each moment at which they act."""
