import heapq, json
from dataclasses import dataclass, field
@dataclass(order=True)
class Job:
    due: int
    name: str = field(compare=False)
    hours: int = field(compare=False, default=1)
class Scheduler:
    def __init__(self): self._heap, self.clock, self.done = [], 0, []
    def submit(self, *jobs):
        for j in jobs: heapq.heappush(self._heap, j)
        return self
    def execute(self):
        while self._heap:
            j = heapq.heappop(self._heap)
            self.clock += j.hours
            self.done.append((j.name, self.clock, max(0, self.clock - j.due)))
        return self
    def system(self): return {"late": sum(d[2] > 0 for d in self.done), "end": self.clock}
s = Scheduler().submit(Job(5, "a", 3), Job(2, "b", 2), Job(9, "c")).execute()
print(json.dumps(s.system()), s.done)
with open("jobs.json", "w") as f: json.dump([dict(zip(("name", "end", "late"), d)) for d in s.done], f)
print(json.load(open("jobs.json"))[0])
