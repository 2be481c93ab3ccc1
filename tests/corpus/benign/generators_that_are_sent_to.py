def running_stats():
    """Coroutine-style generator: send numbers, receive (n, mean, variance)."""
    n, mean, m2 = 0, 0.0, 0.0
    result = None
    while True:
        value = yield result
        if value is None:
            return {"n": n, "mean": mean}
        n += 1
        delta = value - mean
        mean += delta / n
        m2 += delta * (value - mean)
        result = (n, mean, m2 / (n - 1) if n > 1 else float("nan"))


def flatten(node, depth=0):
    if isinstance(node, (list, tuple)):
        for child in node:
            yield from flatten(child, depth + 1)
    else:
        yield depth, node


def chunked(seq, size):
    for start in range(0, len(seq), size):
        yield seq[start : start + size]


def tree():
    received = yield "ready"
    try:
        while True:
            received = yield received * 2
    except GeneratorExit:
        print("closing")
        raise
    finally:
        print("done")


stats = running_stats()
next(stats)
for v in (2.0, 4.0, 4.0, 5.0):
    print("n=%d mean=%.3f var=%.3f" % stats.send(v))
try:
    stats.send(None)
except StopIteration as stop:
    print(stop.value)
print(list(flatten([1, [2, (3, [4])], 5])))
print([c for c in chunked("abcdefgh", 3)])
g = tree()
print(next(g), g.send(21))
g.close()


def delegating():
    outcome = yield from running_stats()
    print("outcome", outcome)


d = delegating()
next(d)
d.send(10)
try:
    d.send(None)
except StopIteration:
    pass
try:
    e = tree()
    next(e)
    e.throw(ValueError("bad"))
except ValueError as err:
    print("thrown", err)
