import functools
import time

def timed(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        try:
            return func(*args, **kwargs)
        finally:
            wrapper.elapsed = time.perf_counter() - start
            wrapper.calls = getattr(wrapper, "calls", 0) + 1
    return wrapper

@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@timed
def run(n: int) -> int:
    return fib(n)

print(run(50), run.__name__, run.calls, run.elapsed >= 0)
print(fib.cache_info().hits, fib.cache_info().currsize)
fib.cache_clear()
