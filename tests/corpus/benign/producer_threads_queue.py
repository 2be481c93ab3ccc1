import queue
import threading

jobs, results = queue.Queue(), queue.Queue()

def worker():
    while True:
        n = jobs.get()
        if n is None:
            break
        results.put(n ** 2)
        jobs.task_done()

threads = [threading.Thread(target=worker, daemon=True) for _ in range(2)]
for t in threads:
    t.start()
for n in range(5):
    jobs.put(n)
jobs.join()
for _ in threads:
    jobs.put(None)
for t in threads:
    t.join()
print(sorted(results.get() for _ in range(results.qsize())))
