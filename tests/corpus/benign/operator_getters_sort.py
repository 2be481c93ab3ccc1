from collections import namedtuple
from operator import attrgetter, itemgetter, methodcaller

Stock = namedtuple("Stock", "name price qty", defaults=[0])
stocks = [Stock("b", 2.5, 3), Stock("a", 9.0), Stock("c", 2.5, 1)]
print([s.name for s in sorted(stocks, key=attrgetter("price", "qty"))])
print(list(map(methodcaller("upper"), "xy")), itemgetter(0, 2)(stocks[0]), stocks[1]._asdict())
