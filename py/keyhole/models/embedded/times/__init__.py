"""Times, days and lengths of time that a request says."""
