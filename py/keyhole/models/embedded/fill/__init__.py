"""Which words of a request are for which parameter: candidates, the witnesses that speak for them, and the choice."""
