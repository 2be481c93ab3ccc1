import itertools as it
from itertools import accumulate, chain, groupby, islice, pairwise, product, zip_longest
import operator

def take(n, xs): return list(islice(xs, n))
def flatten(xss): return list(chain.from_iterable(xss))
def chunked(xs, n):
    i = iter(xs)
    while batch := list(islice(i, n)):
        yield batch

print(take(3, it.count(10, 5)), flatten([[1], [2, 3]]), list(chunked(range(7), 3)))
print(list(accumulate([1, 2, 3, 4], operator.mul)), [(k, len(list(g))) for k, g in groupby("aaabbc")])
print(list(pairwise("abcd")), list(zip_longest([1, 2], "a", fillvalue="-")))
print(len(list(it.permutations(range(5), 3))), len(list(it.combinations_with_replacement("abc", 2))), list(it.starmap(pow, [(2, 3), (3, 2)])))
print(list(it.takewhile(lambda x: x < 3, range(9))), list(it.dropwhile(str.isdigit, "12ab3")), list(it.filterfalse(None, [0, 1, ""])), list(it.compress("abc", [1, 0, 1])))
a, b = it.tee([1, 2])
print(list(a), list(b), list(product([0, 1], repeat=2)), take(4, it.cycle("xy")), list(it.repeat(0, 2)))
