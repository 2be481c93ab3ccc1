"""Temperature logger: threshold alarms with hysteresis."""
from __future__ import annotations
import csv
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Deque, Generator, Iterable


class AlarmState(Enum):
    NORMAL = "normal"
    WARNING = "warning"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        return list(AlarmState).index(self)

    def __ge__(self, other: AlarmState) -> bool:
        return self.rank >= other.rank


@dataclass(frozen=True)
class Sample:
    when: datetime
    value: float


@dataclass
class Band:
    warn: float
    critical: float
    hysteresis: float = 0.5

    def classify(self, value: float, current: AlarmState) -> AlarmState:
        margin = {s: self.hysteresis if current >= s else 0.0 for s in AlarmState}
        if value >= self.critical - margin[AlarmState.CRITICAL]:
            return AlarmState.CRITICAL
        if value >= self.warn - margin[AlarmState.WARNING]:
            return AlarmState.WARNING
        return AlarmState.NORMAL


def alarms(samples: Iterable[Sample], band: Band) -> Generator[tuple[Sample, AlarmState, AlarmState], None, int]:
    state = AlarmState.NORMAL
    changes = 0
    for s in samples:
        new = band.classify(s.value, state)
        if new is not state:
            changes += 1
            yield s, state, new
            state = new
    return changes


def load(sensor: str) -> list[Sample]:
    with open("probe_log.csv") as f:
        return [Sample(datetime.fromisoformat(r["timestamp"]), float(r["temperature"])) for r in csv.DictReader(f) if r["sensor"] == sensor]


def smooth(samples: list[Sample], window: timedelta) -> Iterable[Sample]:
    buf: Deque[Sample] = deque()
    for s in samples:
        buf.append(s)
        while buf and s.when - buf[0].when > window:
            buf.popleft()
        yield Sample(s.when, sum(b.value for b in buf) / len(buf))


for sensor in ("S1", "S2"):
    gen = alarms(smooth(load(sensor), timedelta(hours=1)), Band(warn=66, critical=69))
    shown = 0
    while True:
        try:
            sample, old, new = next(gen)
        except StopIteration as done:
            print(f"{sensor}: {done.value} changes")
            break
        if (shown := shown + 1) <= 3:
            print(f"{sensor} {sample.when:%m-%d %H:%M} {sample.value:5.1f} {old.value:>8} -> {new.value}")
