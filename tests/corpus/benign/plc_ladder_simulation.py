from dataclasses import dataclass


@dataclass
class Timer:
    preset: int
    elapsed: int = 0

    def run(self, enabled: bool) -> bool:
        self.elapsed = min(self.preset, self.elapsed + 1) if enabled else 0
        return self.elapsed >= self.preset


@dataclass
class Counter:
    preset: int
    value: int = 0
    last: bool = False

    def run(self, pulse: bool, reset: bool = False) -> bool:
        if reset:
            self.value = 0
        elif pulse and not self.last:
            self.value += 1
        self.last = pulse
        return self.value >= self.preset


class Program:
    def __init__(self):
        self.motor = False
        self.start_delay = Timer(3)
        self.boxes = Counter(4)

    def scan(self, start, stop, sensor):
        full = self.boxes.run(sensor, reset=start and not self.motor)
        request = (start or self.motor) and not stop and not full
        self.motor = self.start_delay.run(request) or (self.motor and request)
        return self.motor, full


inputs = [(1, 0, 0)] * 4 + [(0, 0, s) for s in (0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0)] + [(0, 1, 0)]
program = Program()
print("scan start stop sensor | motor boxes")
for n, (start, stop, sensor) in enumerate(inputs):
    motor, full = program.scan(bool(start), bool(stop), bool(sensor))
    print(f"{n:>4} {start:>5} {stop:>4} {sensor:>6} | {'ON ' if motor else 'off':<5} {program.boxes.value}{' full' if full else ''}")
