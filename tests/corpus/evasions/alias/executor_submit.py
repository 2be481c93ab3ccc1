# reaches: a thread pool is given eval
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(1) as pool:
    pool.submit(eval, open("notes.txt").read()).result()
