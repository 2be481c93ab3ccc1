# reaches: a thread of a pool calls the function of titles
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as pool:
    pool.submit(plt.title, "x", k).result()
plt.savefig("a.png")
