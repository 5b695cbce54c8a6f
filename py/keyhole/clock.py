"""What time it is: told in one place, so that a benchmark's "tomorrow" does not depend on the day it is run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime

_DAY: ContextVar[date | None] = ContextVar("day", default=None)


def now() -> datetime:
    """The moment, with the zone of this machine; on the day that `on_day` says."""
    moment, day = datetime.now().astimezone(), _DAY.get()
    return moment if day is None else moment.replace(year=day.year, month=day.month, day=day.day)


@contextmanager
def on_day(day: date | None) -> Iterator[None]:
    """Inside, it is that day; None: the clock's."""
    token = _DAY.set(day)
    try:
        yield
    finally:
        _DAY.reset(token)
