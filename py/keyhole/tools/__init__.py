"""Tools: what an agent can do, and the one scheduler that runs them."""
