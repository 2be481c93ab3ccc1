# reaches: a pool maps a reading function over paths
from concurrent.futures import ThreadPoolExecutor


def load(path):
    with open(path) as f:
        return f.read()


with ThreadPoolExecutor() as pool:
    print(list(pool.map(load, ["/srv/secret.txt"])))
