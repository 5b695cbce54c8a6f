"""Lists, maps and lists of objects that a request says."""
