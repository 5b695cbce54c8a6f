"""Names that standards have a code for: languages, currencies, countries, places, colours."""
