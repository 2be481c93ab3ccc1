from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generic, TypeVar, Union

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Ok(Generic[T]):
    value: T

    def map(self, f: Callable[[T], U]) -> Ok[U]:
        return Ok(f(self.value))

    def then(self, f: Callable[[T], Result[U]]) -> Result[U]:
        return f(self.value)

    def unwrap_or(self, default: T) -> T:
        return self.value


@dataclass(frozen=True)
class Err:
    reason: str

    def map(self, f) -> Err:
        return self

    def then(self, f) -> Err:
        return self

    def unwrap_or(self, default):
        return default


Result = Union[Ok[T], Err]


def parse_float(text: str) -> Result[float]:
    try:
        return Ok(float(text.replace(",", ".")))
    except ValueError:
        return Err(f"{text!r} is not a number")


def positive(x: float) -> Result[float]:
    return Ok(x) if x > 0 else Err(f"{x} is not positive")


for text in ("3,5", "-1", "abc", "16"):
    result = parse_float(text).then(positive).map(lambda x: x ** 0.5)
    match result:
        case Ok(value):
            print(f"{text}: sqrt = {value:.4f}")
        case Err(reason):
            print(f"{text}: {reason}")
print(sum(parse_float(t).unwrap_or(0.0) for t in "1 x 2,5".split()))
