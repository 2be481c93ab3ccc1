# reaches: an executor's submit is another function
from concurrent.futures import ThreadPoolExecutor
def load(path): return open(path).read()
def other(fn, path): return fn('/srv/secret.txt')
with ThreadPoolExecutor() as ex:
    ex.submit = other
    print(ex.submit(load, 'sales.csv'))
