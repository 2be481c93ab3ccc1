from typing import Iterable, Iterator
import csv


class Pipeline:
    """Lazy pipeline of generator stages."""

    def __init__(self, source: Iterable):
        self._source = source
        self._stages = []

    def map(self, fn):
        self._stages.append(lambda it: (fn(x) for x in it))
        return self

    def filter(self, fn):
        self._stages.append(lambda it: (x for x in it if fn(x)))
        return self

    def batch(self, n: int):
        def stage(it):
            buf = []
            for x in it:
                buf.append(x)
                if len(buf) == n:
                    yield buf
                    buf = []
            if buf:
                yield buf
        self._stages.append(stage)
        return self

    def __or__(self, fn):
        return self.map(fn)

    def __iter__(self) -> Iterator:
        it = iter(self._source)
        for stage in self._stages:
            it = stage(it)
        return it

    def run(self) -> list:
        return list(self)


def records(path):
    with open(path, newline="") as f:
        yield from csv.DictReader(f)


def to_float(field):
    def convert(row):
        try:
            row[field] = float(row[field])
        except (ValueError, TypeError):
            row[field] = None
        return row
    return convert


batches = (
    Pipeline(records("probe_log.csv"))
    .map(to_float("temperature"))
    .map(to_float("pressure"))
    .filter(lambda r: r["pressure"] is not None and r["status"] != "OK")
    .batch(50)
    | (lambda rows: {"n": len(rows), "mean": round(sum(r["temperature"] for r in rows) / len(rows), 2), "sensors": sorted({r["sensor"] for r in rows})})
)
for b in batches:
    print(b)
print(Pipeline(range(10)).map(lambda x: x ** 2).filter(lambda x: x % 2).run())
