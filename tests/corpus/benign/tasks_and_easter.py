from datetime import date, timedelta
from dataclasses import dataclass
from typing import Iterable
from collections import Counter
@dataclass(unsafe_hash=True, order=True)
class Task:
    start: date
    days: int
    name: str = ""
    @property
    def end(self): return self.start + timedelta(days=self.days)
    def overlaps(self, o): return self.start < o.end and o.start < self.end
    def __contains__(self, d): return self.start <= d < self.end
def gantt(tasks: Iterable[Task]) -> str:
    tasks = sorted(tasks)
    t0 = tasks[0].start
    return "\n".join(f"{t.name:<10}{' ' * (t.start - t0).days}{'█' * t.days}" for t in tasks)
tasks = [Task(date(2024, 1, 3), 4, "clean"), Task(date(2024, 1, 1), 3, "load"), Task(date(2024, 1, 5), 2, "plot")]
print(gantt(tasks)); print([(a.name, b.name) for i, a in enumerate(tasks) for b in tasks[i + 1:] if a.overlaps(b)], date(2024, 1, 4) in tasks[0], len({*tasks, *tasks}))
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(y, month, day + 1)
print([str(easter(y)) for y in (2023, 2024, 2025)], Counter(easter(y).month for y in range(1900, 2000)))
def age(born, today=date(2024, 6, 1)): return today.year - born.year - ((today.month, today.day) < (born.month, born.day))
print(age(date(2000, 6, 2)), (date(2024, 3, 1) - timedelta(1)).day, date.max.year, date(2024, 1, 1).ctime(), date(2024, 5, 5).strftime("%j %U %x"))
