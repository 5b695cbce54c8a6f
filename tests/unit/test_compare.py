"""The embedded model on the GPU against the CPU: what is asked, what is counted, and when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile
from keyhole.page import compare as module
from keyhole.page.compare import Comparison, compare


class Clock:
    """Stands in for the module's `time`: only the models below let it pass."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


class Paced:
    """A model whose steps take so many milliseconds each, two steps a request; None takes for ever."""

    profile = ModelProfile(id="paced")

    def __init__(self, clock: Clock, *requests_ms: float | None) -> None:
        self._clock, self._pace = clock, iter([ms for ms in requests_ms for _ in range(2)])
        self.asked: list[object] = []
        self.closed = 0
        self.hangs = asyncio.Event()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        self.asked.append(request.task)
        try:
            ms = next(self._pace)
            if ms is None:
                self.hangs.set()
                await asyncio.Event().wait()
            else:
                self._clock.now += ms / 2000
            yield ChatChunk("x")
        finally:
            self.closed += 1


async def test_both_are_asked_the_same_and_the_first_request_is_not_counted(clock: Clock) -> None:
    gpu = Paced(clock, 5000, 10, 12, 30, 11, 12)
    cpu = Paced(clock, 900, 60, 70, 66, 50, 900)
    progress: list[tuple[int, int]] = []
    found = await compare(gpu, cpu, lambda at, of: progress.append((at, of)))
    assert gpu.asked == cpu.asked
    assert len({repr(task) for task in gpu.asked}) == 12  # no prompt twice: an engine may keep what it has read
    assert (round(found.gpu_ms), round(found.cpu_ms), found.stopped) == (12, 66, False)
    assert found.gpu_is_faster
    assert str(found) == "a route and a fill take 12 ms on the GPU, 66 ms on the CPU"
    assert progress == [(at, 6) for at in range(6)]


async def test_a_gpu_that_is_several_times_slower_is_asked_no_more(clock: Clock) -> None:
    gpu = Paced(clock, 9000, 6100)
    cpu = Paced(clock, 900, 70, 60, 66, 80, 64)
    found = await compare(gpu, cpu, lambda at, of: None)
    assert len(gpu.asked) == 4
    assert not found.gpu_is_faster
    assert str(found) == "a route and a fill take 6.1 s on the GPU, 66 ms on the CPU"


@pytest.mark.parametrize("paces", [(None,), (50, None), (50, 60, None)])
async def test_what_takes_too_long_is_stopped_and_lost(clock: Clock, paces: tuple[float | None, ...]) -> None:
    gpu, cpu = Paced(clock, *paces), Paced(clock, *[66] * 6)
    found = await compare(gpu, cpu, lambda at, of: None, longest_s=0.001)
    assert gpu.closed == len(gpu.asked) == 2 * len(paces) - 1
    assert not found.gpu_is_faster
    assert str(found) == "a route and a fill take over 1.0 ms on the GPU, 66 ms on the CPU"


async def test_cancelling_stops_the_model_at_work(clock: Clock) -> None:
    gpu, cpu = Paced(clock, None), Paced(clock, *[66] * 6)
    task = asyncio.create_task(compare(gpu, cpu, lambda at, of: None))
    await gpu.hangs.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (gpu.closed, len(cpu.asked)) == (1, 2)


def test_as_fast_is_not_faster() -> None:
    assert not Comparison(66, 66).gpu_is_faster
    assert Comparison(4.25, 999.7).to_dict() == {
        "gpuMs": 4.2,
        "cpuMs": 999.7,
        "stopped": False,
        "text": "a route and a fill take 4.2 ms on the GPU, 1.0 s on the CPU",
    }
