from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Optional, Protocol, Union, overload, runtime_checkable

Number = Union[int, float]
Mode = Literal["mean", "max"]
DEFAULT_MODE: Final = "mean"


@runtime_checkable
class Sensor(Protocol):
    name: str

    def read(self) -> float: ...


class Thermometer:
    def __init__(self, name: str, values: Sequence[float]):
        self.name = name
        self._values = iter(values)

    def read(self) -> float:
        return next(self._values)


class Broken:
    name = "broken"


@overload
def scale(x: int, k: int) -> int: ...
@overload
def scale(x: float, k: int) -> float: ...
def scale(x: Number, k: int) -> Number:
    return x * k


def poll(sensors: Iterable[object], rounds: int, mode: Mode = DEFAULT_MODE) -> dict[str, Optional[float]]:
    out: dict[str, Optional[float]] = {}
    for s in sensors:
        if not isinstance(s, Sensor):
            out[getattr(s, "name", "?")] = None
            continue
        values: list[float] = [s.read() for _ in range(rounds)]
        out[s.name] = max(values) if mode == "max" else sum(values) / len(values)
    return out


print(poll([Thermometer("a", [1, 2, 6]), Broken()], 3))
print(poll([Thermometer("b", (4.5, 4.0))], 2, mode="max"))
print(scale(3, 2), scale(1.5, 2))
