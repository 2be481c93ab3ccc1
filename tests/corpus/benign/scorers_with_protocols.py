from __future__ import annotations

import json
from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")


class Severity(Enum):
    LOW = auto()
    MEDIUM = auto()
    HIGH = auto()

    @classmethod
    def from_score(cls, score: float) -> Severity:
        if score < 0.3:
            return cls.LOW
        return cls.MEDIUM if score < 0.7 else cls.HIGH

    def __str__(self) -> str:
        return self.name.capitalize()


@runtime_checkable
class Scorer(Protocol):
    def score(self, value: float) -> float: ...


class BaseScorer(ABC):
    def __init__(self, weight: float = 1.0) -> None:
        self._weight = weight

    @abstractmethod
    def raw(self, value: float) -> float:
        raise NotImplementedError

    def score(self, value: float) -> float:
        return max(0.0, min(1.0, self.raw(value) * self._weight))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(weight={self._weight!r})"


class LinearScorer(BaseScorer):
    def __init__(self, low: float, high: float, **kwargs: float) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def raw(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low)


class StepScorer(BaseScorer):
    def raw(self, value: float) -> float:
        return 1.0 if value > 75 else 0.0


class Registry(Generic[T]):
    def __init__(self) -> None:
        self._items: dict[str, T] = {}

    def register(self, name: str, item: T) -> None:
        self._items[name] = item

    def __getitem__(self, name: str) -> T:
        return self._items[name]

    def __iter__(self):
        yield from self._items.items()

    def __len__(self) -> int:
        return len(self._items)


registry: Registry[Scorer] = Registry()
registry.register("linear", LinearScorer(60, 85, weight=0.9))
registry.register("step", StepScorer())
values = [61.5, 70.2, 80.9]
out = {}
for name, scorer in registry:
    assert isinstance(scorer, Scorer)
    out[name] = [str(Severity.from_score(scorer.score(v))) for v in values]
print(json.dumps(out), len(registry), registry["linear"])
