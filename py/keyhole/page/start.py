"""How the agent worker starts Python: `main(host)` from the page, `warm_up()` when the archives are packed."""

from __future__ import annotations


def warm_up() -> None:
    """Import and use once what the first turn needs, so that packing sees which modules to store compiled."""
    import importlib.metadata
    import sqlite3

    import jsonschema
    from pydantic import BaseModel

    class Sample(BaseModel):
        count: int = 0

    jsonschema.validate({"count": 1}, Sample.model_json_schema())
    jsonschema.Draft202012Validator({"type": "object"}).is_valid({})
    importlib.metadata.entry_points(group="keyhole.tools")
    sqlite3.connect(":memory:").close()
