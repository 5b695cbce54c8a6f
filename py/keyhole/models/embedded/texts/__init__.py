"""Texts that a request gives: what is quoted, called, told or looked for, and what says that there is none."""
