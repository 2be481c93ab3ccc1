import json
from datetime import date, timedelta


class LibraryError(Exception):
    code = "library"


class NotAvailable(LibraryError):
    code = "not_available"


class LimitReached(LibraryError):
    code = "limit_reached"


class Library:
    LIMIT = 2
    PERIOD = timedelta(days=21)
    FINE_PER_DAY = 0.25

    def __init__(self, titles):
        self.copies = dict(titles)
        self.loans = {}
        self.waiting = {}

    def borrow(self, member, title, today):
        if sum(m == member for m, _ in self.loans) >= self.LIMIT:
            raise LimitReached(f"{member} already has {self.LIMIT} loans")
        if self.copies.get(title, 0) == 0:
            self.waiting.setdefault(title, []).append(member)
            raise NotAvailable(f"no copy of {title}")
        self.copies[title] -= 1
        self.loans[member, title] = today + self.PERIOD
        return self.loans[member, title]

    def give_back(self, member, title, today):
        due = self.loans.pop((member, title))
        self.copies[title] += 1
        late = max(0, (today - due).days)
        queue = self.waiting.get(title, [])
        notify = queue.pop(0) if queue else None
        return {"late_days": late, "fine": late * self.FINE_PER_DAY, "notify": notify}


library = Library({"Optics": 1, "Tides": 2})
day = date(2024, 2, 10)
events = []
for member, title in (("m1", "Optics"), ("m2", "Optics"), ("m1", "Tides"), ("m1", "Atlas"), ("m2", "Atlas")):
    try:
        events.append({"member": member, "title": title, "due": library.borrow(member, title, day).isoformat()})
    except LibraryError as problem:
        events.append({"member": member, "title": title, "error": problem.code, "message": str(problem)})
events.append(library.give_back("m1", "Optics", day + timedelta(days=30)))
print(json.dumps(events, indent=1))
