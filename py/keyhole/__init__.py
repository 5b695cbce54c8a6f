"""Keyhole: an agent for small models that only ever see one thing at a time."""

__version__ = "0.1.0"
