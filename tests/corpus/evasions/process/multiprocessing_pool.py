# reaches: a process pool computes a map
from multiprocessing import Pool
with Pool(2) as pool:
    print(pool.map(abs, [-1, 2]))
