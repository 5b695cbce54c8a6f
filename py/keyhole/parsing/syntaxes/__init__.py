"""One file per way of writing a call. `keyhole.parsing.registry` puts them in order."""
