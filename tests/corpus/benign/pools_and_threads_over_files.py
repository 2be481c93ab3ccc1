# The same count over several files: by a pool's map and submit, by threads, by map and by partial.
import csv
import json
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

FILES = ["sales.csv", "staff.csv", "weather.csv"]
lock = threading.Lock()
seen = {}


def rows(path):
    with open(path, newline="") as handle:
        return sum(1 for _ in csv.reader(handle)) - 1


def note(path, key):
    count = rows(path)
    with lock:
        seen[key] = count


def first_lines(path, count):
    with open(path, encoding="utf-8") as handle:
        return [next(handle).strip() for _ in range(count)]


with ThreadPoolExecutor(max_workers=2) as pool:
    mapped = dict(zip(FILES, pool.map(rows, FILES)))
    futures = {pool.submit(rows, path): path for path in FILES}
    gathered = {futures[done]: done.result() for done in as_completed(futures)}
threads = [threading.Thread(target=note, args=(name, name.split(".")[0])) for name in FILES]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
head = partial(first_lines, "climate.csv")
print(json.dumps({"mapped": mapped, "same": mapped == gathered, "listed": list(map(rows, FILES))}, sort_keys=True))
print(sorted(seen.items()), head(2))
