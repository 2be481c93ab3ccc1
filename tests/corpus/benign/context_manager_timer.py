import time
from contextlib import ContextDecorator, ExitStack, contextmanager, suppress


class Stopwatch(ContextDecorator):
    def __init__(self, label):
        self.label = label
        self.elapsed = None

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, exc_type, exc, tb):
        self.elapsed = time.perf_counter() - self.start
        return False


@contextmanager
def section(title, depth=[0]):
    print("  " * depth[0] + f"[{title}")
    depth[0] += 1
    try:
        yield
    finally:
        depth[0] -= 1
        print("  " * depth[0] + f"{title}]")


with Stopwatch("sum") as watch:
    total = sum(i * i for i in range(50_000))
print(total, watch.elapsed >= 0)

with section("outer"):
    with section("inner"):
        print("    working")

with ExitStack() as stack:
    for name in ("a", "b", "c"):
        stack.enter_context(section(name))
    stack.callback(print, "last thing registered, first thing done")

with suppress(KeyError, IndexError):
    {}["missing"]
    print("never printed")


@Stopwatch("decorated")
def work(n):
    return n * 2


print(work(21))
