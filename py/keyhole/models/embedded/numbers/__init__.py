"""Numbers that a request says, in digits and words: their units, what they count, and which way they point."""
