import functools
import math
import time
from typing import Any, Callable, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def logged(prefix: str = "call") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator factory that prints the arguments of a call."""

    def decorator(func: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(func)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            start = time.perf_counter()
            try:
                result = func(*args, **kwargs)
            except Exception as error:
                print(f"[{prefix}] {func.__name__} failed: {error!r}")
                raise
            else:
                elapsed = time.perf_counter() - start
                wrapper.calls += 1
                print(f"[{prefix}] {func.__name__}{args} -> {result!r} ({elapsed >= 0})")
                return result

        wrapper.calls = 0
        return wrapper

    return decorator


def retry(times: int):
    def deco(fn):
        @functools.wraps(fn)
        def inner(*a, **k):
            last: Exception | None = None
            for attempt in range(times):
                try:
                    return fn(*a, **k)
                except ZeroDivisionError as e:
                    last = e
            raise RuntimeError(f"gave up after {times}") from last
        return inner
    return deco


@logged("math")
def hypotenuse(a: float, b: float) -> float:
    return math.hypot(a, b)


@functools.lru_cache(maxsize=None)
def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@retry(times=3)
def divide(a, b):
    return a / b


hypotenuse(3, 4)
hypotenuse(5, b=12) if False else hypotenuse(5, 12)
print(hypotenuse.calls, hypotenuse.__doc__, hypotenuse.__wrapped__.__name__)
print(fib(80), fib.cache_info())
try:
    divide(1, 0)
except RuntimeError as e:
    print(e, "| cause:", type(e.__cause__).__name__)
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
pipeline = compose(abs, math.sqrt, functools.partial(round, ndigits=3))
print(list(map(pipeline, [-16, 2, 3.5])))
