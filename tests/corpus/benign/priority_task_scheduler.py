import heapq
import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass(order=True)
class Job:
    priority: int
    order: int
    name: str = field(compare=False)
    duration: int = field(compare=False)
    payload: Any = field(default=None, compare=False)


class Scheduler:
    def __init__(self, workers):
        self.workers = [(0, w) for w in range(workers)]
        self.queue = []
        self.counter = itertools.count()
        self.log = []

    def submit(self, name, duration, priority=5, **payload):
        heapq.heappush(self.queue, Job(priority, next(self.counter), name, duration, payload))

    def run(self):
        while self.queue:
            job = heapq.heappop(self.queue)
            free_at, worker = heapq.heappop(self.workers)
            end = free_at + job.duration
            self.log.append((free_at, end, worker, job.name))
            heapq.heappush(self.workers, (end, worker))
        return max(end for end, _ in self.workers)


scheduler = Scheduler(workers=2)
scheduler.submit("backup", 6, priority=9)
scheduler.submit("import", 4, priority=2, file="orders")
scheduler.submit("email", 1)
scheduler.submit("report", 3, priority=2)
scheduler.submit("cleanup", 2)
makespan = scheduler.run()
for start, end, worker, name in scheduler.log:
    print(f"worker {worker} {' ' * start}{'=' * (end - start)} {name}")
print("makespan", makespan)
