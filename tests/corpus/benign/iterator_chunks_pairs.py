from itertools import accumulate, chain, groupby, islice, pairwise, zip_longest
from operator import itemgetter, mul

def chunks(items, n):
    it = iter(items)
    while part := list(islice(it, n)):
        yield part

print(list(chunks(range(7), 3)), [b - a for a, b in pairwise([1, 4, 9, 16])])
rows = sorted([("x", 2), ("y", 1), ("x", 5)], key=itemgetter(0))
print({k: [v for _, v in g] for k, g in groupby(rows, key=itemgetter(0))})
print(list(accumulate([1, 2, 3, 4], mul)), list(zip_longest("ab", "c", fillvalue="-")), sum(chain([1], [2, 3])))
