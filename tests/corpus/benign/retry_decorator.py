import functools
import random


def retry(times=3, exceptions=(Exception,), on_failure=None):
    def decorate(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            last = None
            for attempt in range(1, times + 1):
                try:
                    result = func(*args, **kwargs)
                    wrapper.attempts.append(attempt)
                    return result
                except exceptions as exc:
                    last = exc
            if on_failure is not None:
                return on_failure(last)
            raise last

        wrapper.attempts = []
        return wrapper

    return decorate


rng = random.Random(5)


class Flaky(RuntimeError):
    pass


@retry(times=4, exceptions=(Flaky,))
def fetch_reading(channel: int) -> float:
    """Return a reading, sometimes failing."""
    if rng.random() < 0.5:
        raise Flaky(f"channel {channel} timed out")
    return round(20 + channel + rng.random(), 3)


@retry(times=2, exceptions=(ZeroDivisionError,), on_failure=lambda e: f"gave up: {e}")
def always_fails():
    return 1 / 0


readings = []
for ch in range(5):
    try:
        readings.append(fetch_reading(ch))
    except Flaky as e:
        readings.append(str(e))
print(fetch_reading.__name__, "-", fetch_reading.__doc__)
print(readings)
print(fetch_reading.attempts)
print(always_fails())
