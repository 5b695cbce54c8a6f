"""Which field of a record a question asks for."""
