# reaches: a function that is submitted changes what the next one gets
from concurrent.futures import ThreadPoolExecutor
def load(spec): return open(spec['path']).read()
def spoil(spec): spec['path'] = '/srv/secret.txt'
spec = {'path': 'sales.csv'}
with ThreadPoolExecutor() as ex:
    ex.submit(spoil, spec).result()
    print(ex.submit(load, spec).result())
