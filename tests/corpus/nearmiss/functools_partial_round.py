# harmless: partial of harmless functions
from functools import partial, reduce
two = partial(round, ndigits=2)
print(two(3.14159), reduce(lambda a, b: a * b, [1, 2, 3, 4]))
