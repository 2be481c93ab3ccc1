from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, replace
from typing import ClassVar
@dataclass(frozen=True, slots=True)
class P:
    x: float
    y: float = 0.0
    def __add__(self, o): return P(self.x + o.x, self.y + o.y)
@dataclass
class Order:
    id: int
    lines: list = field(default_factory=list)
    _: KW_ONLY
    tax: float = 0.2
    rate: InitVar[float] = 1.0
    total: float = field(init=False, default=0.0)
    count: ClassVar[int] = 0
    def __post_init__(self, rate):
        self.total = sum(self.lines) * (1 + self.tax) * rate
        type(self).count += 1
o = Order(1, [10, 20], tax=0.1, rate=2)
print(o, asdict(o), astuple(P(1)), replace(P(1, 2), y=5) + P(1, 1), [f.name for f in fields(Order)], Order.count)
try:
    P(1).x = 3
except AttributeError as e:
    print(type(e).__name__)
