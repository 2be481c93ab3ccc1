# reaches: an executor's queue gives the function back
from concurrent.futures import ThreadPoolExecutor
import time
def load(path): return open(path).read()
ex = ThreadPoolExecutor(max_workers=1)
ex.submit(time.sleep, 0.3)
ex.submit(load, 'sales.csv')
print(ex._work_queue.get().fn('/srv/secret.txt'))
