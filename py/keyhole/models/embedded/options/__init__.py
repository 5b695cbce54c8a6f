"""Which of the options of a parameter a request means, and which way a switch is to stand."""
