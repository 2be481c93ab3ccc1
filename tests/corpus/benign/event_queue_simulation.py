"""A bank with two tellers: discrete event simulation."""
import heapq
import random
from collections import deque
from statistics import mean


class Simulation:
    def __init__(self, seed, tellers=2):
        self.random = random.Random(seed)
        self.clock = 0.0
        self.events = []
        self.sequence = 0
        self.free = tellers
        self.line = deque()
        self.waits = []
        self.longest = 0

    def schedule(self, delay, action, *args):
        self.sequence += 1
        heapq.heappush(self.events, (self.clock + delay, self.sequence, action, args))

    def arrive(self):
        self.line.append(self.clock)
        self.longest = max(self.longest, len(self.line))
        self.serve()
        self.schedule(self.random.expovariate(1 / 1.2), self.arrive)

    def serve(self):
        while self.free and self.line:
            self.free -= 1
            self.waits.append(self.clock - self.line.popleft())
            self.schedule(self.random.uniform(1.0, 3.2), self.leave)

    def leave(self):
        self.free += 1
        self.serve()

    def run(self, until):
        self.schedule(0, self.arrive)
        while self.events and self.events[0][0] <= until:
            self.clock, _, action, args = heapq.heappop(self.events)
            action(*args)
        return self


for tellers in (2, 3):
    sim = Simulation(seed=11, tellers=tellers).run(until=480)
    print(
        f"{tellers} tellers: {len(sim.waits)} customers, mean wait {mean(sim.waits):.2f} min, "
        f"max {max(sim.waits):.2f} min, longest line {sim.longest}"
    )
