"""Keyhole in a web page: the only package that meets JavaScript, and only through `host.Host`."""
