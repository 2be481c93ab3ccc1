class Elevator:
    def __init__(self, floors, start=0):
        self.floors = floors
        self.floor = start
        self.direction = 1
        self.stops = set()
        self.travelled = 0

    def request(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(f"no floor {floor}")
        self.stops.add(floor)

    def next(self):
        """The next stop in scan order."""
        ahead = [f for f in self.stops if (f - self.floor) * self.direction >= 0]
        if not ahead:
            self.direction = -self.direction
            ahead = self.stops
        return min(ahead, key=lambda f: abs(f - self.floor))

    def run(self):
        while self.stops:
            target = self.next()
            self.travelled += abs(target - self.floor)
            self.floor = target
            self.stops.discard(target)
            yield target


def first_come(requests, start):
    position, total = start, 0
    for r in requests:
        total += abs(r - position)
        position = r
    return total


requests = [7, 2, 11, 4, 9, 1]
lift = Elevator(12, start=5)
for r in requests:
    lift.request(r)
print("order:", list(lift.run()))
print("scan travels", lift.travelled, "floors; first come first served travels", first_come(requests, 5))
try:
    lift.request(12)
except ValueError as error:
    print(error)
