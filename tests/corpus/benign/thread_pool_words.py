from concurrent.futures import ThreadPoolExecutor, as_completed
import threading

lock = threading.Lock()
seen = []

def measure(word):
    with lock:
        seen.append(word)
    return word, len(word)

with ThreadPoolExecutor(max_workers=3) as pool:
    futures = {pool.submit(measure, w): w for w in ("alpha", "be", "gam")}
    result = {}
    for f in as_completed(futures):
        word, n = f.result()
        result[word] = n
print(dict(sorted(result.items())), len(seen))
