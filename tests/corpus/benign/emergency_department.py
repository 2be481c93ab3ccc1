# Traffic of a hospital's emergency department: discrete event simulation
import heapq
import random
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from statistics import fmean


class Triage(IntEnum):
    IMMEDIATE = 1
    URGENT = 2
    STANDARD = 3


@dataclass(order=True)
class Event:
    time: float
    seq: int
    action: str = field(compare=False)
    payload: object = field(compare=False, default=None)


@dataclass(order=True)
class Patient:
    triage: Triage
    arrived: float
    started: float = field(default=-1.0, compare=False)


class Simulation:
    def __init__(self, doctors: int, seed: int):
        self.rng = random.Random(seed)
        self.free = doctors
        self.queue: list[Patient] = []
        self.events: list[Event] = []
        self.seq = count()
        self.waits: dict[Triage, list[float]] = {t: [] for t in Triage}

    def schedule(self, delay: float, action: str, payload=None, *, now: float = 0.0):
        heapq.heappush(self.events, Event(now + delay, next(self.seq), action, payload))

    def on_arrival(self, now, _):
        level = self.rng.choices(list(Triage), weights=[1, 3, 6])[0]
        heapq.heappush(self.queue, Patient(level, now))
        self.schedule(self.rng.expovariate(1 / 6), "arrival", now=now)

    def on_departure(self, now, patient):
        self.free += 1

    def run(self, until: float):
        self.schedule(0, "arrival")
        while self.events:
            ev = heapq.heappop(self.events)
            if ev.time > until:
                break
            handler = getattr(self, f"on_{ev.action}")
            handler(ev.time, ev.payload)
            while self.free and self.queue:
                p = heapq.heappop(self.queue)
                p.started = ev.time
                self.waits[p.triage].append(ev.time - p.arrived)
                self.free -= 1
                self.schedule(self.rng.lognormvariate(2.4, 0.5), "departure", p, now=ev.time)
        return self


for doctors in (2, 3):
    sim = Simulation(doctors, seed=8).run(8 * 60)
    line = ", ".join(f"{t.name.lower()}={fmean(w):.1f}min (n={len(w)})" for t, w in sim.waits.items() if w)
    print(f"{doctors} doctors: {line}; still waiting {len(sim.queue)}")
