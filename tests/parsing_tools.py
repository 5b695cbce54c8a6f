"""The tools whose calls the texts of `data/parsing_families.jsonl` hold."""

from __future__ import annotations

from typing import Any

SEARCH: dict[str, Any] = {
    "name": "search",
    "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
}
WEATHER: dict[str, Any] = {
    "name": "get_weather",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    },
}
NOW: dict[str, Any] = {"name": "now", "parameters": {"type": "object", "properties": {}}}
TRIP: dict[str, Any] = {
    "name": "book_trip",
    "parameters": {
        "type": "object",
        "properties": {
            "trip": {"type": "object"},
            "stops": {"type": "array"},
            "note": {"type": "string"},
            "round": {"type": "boolean"},
            "price": {"type": "number"},
        },
    },
}
