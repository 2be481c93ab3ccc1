# Timing, retrying, counting and caching decorators around functions that read and write files.
import functools
import json
import logging
from contextlib import contextmanager

import pandas as pd

log = logging.getLogger("work")


def counted(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return func(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


def retry(times=2):
    def decorate(func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            for attempt in range(times):
                try:
                    return func(*args, **kwargs)
                except FileNotFoundError as error:
                    log.info("%s failed: %s", func.__name__, error)
                    if attempt == times - 1:
                        return None

        return inner

    return decorate


def step(method):
    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        self.history.append(method.__name__)
        return method(self, *args, **kwargs)

    return wrapper


@functools.lru_cache(maxsize=None)
def load(path):
    return pd.read_csv(path)


@counted
@retry(times=3)
def words(path, encoding="utf-8"):
    with open(path, encoding=encoding) as handle:
        return len(handle.read().split())


@contextmanager
def written(path):
    with open(path, "w", encoding="utf-8") as out:
        yield out


class Job:
    def __init__(self):
        self.history = []

    @step
    def fetch(self, path):
        self.table = load(path)

    @step
    def finish(self, path, top=2):
        self.table.head(top).to_csv(path, index=False)


job = Job()
job.fetch("branch_sales.csv")
job.finish("top.csv", top=3)
with written("history.json") as out:
    json.dump(job.history, out)
print(job.history, words("essay.txt") > 100, words("missing.txt"), words.calls, load("branch_sales.csv").shape)
