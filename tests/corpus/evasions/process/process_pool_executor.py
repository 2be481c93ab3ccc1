# reaches: concurrent.futures starts worker processes
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(1) as pool:
    print(pool.submit(pow, 2, 5).result())
