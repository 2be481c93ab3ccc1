import threading, queue
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
lock, total = threading.Lock(), 0
def add(n):
    global total
    for _ in range(n):
        with lock:
            total += 1
ts = [threading.Thread(target=add, args=(100,), daemon=True) for _ in range(4)]
for t in ts: t.start()
for t in ts: t.join()
print(total)
with ThreadPoolExecutor(max_workers=3) as ex:
    futs = {ex.submit(pow, i, 2): i for i in range(4)}
    print(sorted((futs[f], f.result()) for f in as_completed(futs)), list(ex.map(len, ["a", "bb"])))
q = queue.PriorityQueue()
for x in (3, 1, 2): q.put((x, str(x)))
print([q.get()[1] for _ in range(q.qsize())], threading.current_thread().name, threading.active_count() >= 1)
ev = threading.Event()
timer = threading.Timer(0.01, ev.set); timer.start()
print(ev.wait(2))
local = threading.local(); local.x = 1; print(local.x)
