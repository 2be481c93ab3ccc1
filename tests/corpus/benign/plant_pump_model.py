from abc import ABC, abstractmethod

class Unit(ABC):
    def __init__(self, tag: str):
        self.tag = tag
    @abstractmethod
    def step(self, dt: float) -> None: ...
    @property
    @abstractmethod
    def state(self) -> dict: ...

class Tank(Unit):
    def __init__(self, tag, area, level=0.0):
        super().__init__(tag)
        self.area, self.level, self.inflow, self.outflow = area, level, 0.0, 0.0
    def step(self, dt):
        self.level = max(0.0, self.level + (self.inflow - self.outflow) * dt / self.area)
    @property
    def state(self):
        return {"tag": self.tag, "level": round(self.level, 3)}

class Pump(Unit):
    def __init__(self, tag, tank, rate):
        super().__init__(tag)
        self.tank, self.rate, self.run = tank, rate, False
    def step(self, dt):
        self.run = self.tank.level > (1.0 if self.run else 2.0)
        self.tank.outflow = self.rate if self.run else 0
    @property
    def state(self):
        return {"tag": self.tag, "run": self.run}

t = Tank("T1", 2.0)
p = Pump("P1", t, 0.8)
t.inflow = 0.3
for k in range(40):
    for u in (p, t):
        u.step(0.5)
    if k % 10 == 0:
        print(k, t.state, p.state)
