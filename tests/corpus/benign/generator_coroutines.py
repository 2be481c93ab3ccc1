"""Generators as coroutines: a running statistics consumer and a broadcaster."""
import math


def primed(function):
    def start(*args, **kwargs):
        generator = function(*args, **kwargs)
        next(generator)
        return generator
    return start


@primed
def running_stats():
    n, mean, m2 = 0, 0.0, 0.0
    while True:
        x = yield (n, mean, math.sqrt(m2 / (n - 1)) if n > 1 else 0.0)
        n += 1
        delta = x - mean
        mean += delta / n
        m2 += delta * (x - mean)


@primed
def broadcast(*targets):
    result = None
    while True:
        item = yield result
        result = [t.send(item) for t in targets]


@primed
def alarm(limit):
    triggered = 0
    while True:
        value = yield triggered
        triggered += value > limit


hub = broadcast(running_stats(), alarm(20))
for value in (18.0, 21.5, 19.0, 25.0, 17.5):
    (n, mean, sd), alarms = hub.send(value)
print(f"n={n} mean={mean:.3f} sd={sd:.3f} alarms={alarms}")


def flatten(nested):
    for item in nested:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, (3, [4, []]), 5], [[6]]])))
