import json
import time
from datetime import datetime


def timed(func):
    def wrapper(*args, **kwargs):
        begin = time.perf_counter()
        value = func(*args, **kwargs)
        wrapper.last = time.perf_counter() - begin
        return value
    wrapper.last = 0.0
    return wrapper


@timed
def slow_sum(n):
    time.sleep(0.01)
    return sum(range(n))


@timed
def fast_sum(n):
    return n * (n - 1) // 2


started = datetime.now()
a, b = slow_sum(100_000), fast_sum(100_000)
finished = datetime.now()

print(json.dumps({
    "equal": a == b,
    "sum": a,
    "slept": slow_sum.last >= 0.01,
    "clock_moves_forward": finished >= started,
}))
