from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

# Counter arithmetic
stock = Counter(bolt=10, nut=4, washer=0)
order = Counter(bolt=3, nut=6)
print("left:", stock - order, "| missing:", order - stock)
print("both:", stock & order, "| elements:", "".join(sorted(Counter("mississippi").elements())))

# defaultdict of defaultdicts
tree = lambda: defaultdict(tree)
taxonomy = tree()
taxonomy["animal"]["mammal"]["dog"]
taxonomy["animal"]["bird"]["wren"]
print({k: {kk: list(vv) for kk, vv in v.items()} for k, v in taxonomy.items()})

# deque
d = deque(range(6), maxlen=6)
d.rotate(2)
d.appendleft(99)
print(list(d), d.index(0))

# namedtuple
Point = namedtuple("Point", "x y z", defaults=(0,))
p = Point(1, 2)
print(p, p._replace(x=9), p._asdict(), Point._fields, Point._make([4, 5, 6]))

# ChainMap
defaults = {"colour": "grey", "size": "M"}
user = {"size": "L"}
settings = ChainMap({}, user, defaults)
settings["colour"] = "blue"
print(settings["colour"], settings["size"], settings.parents["colour"], len(settings.maps))

# OrderedDict
od = OrderedDict.fromkeys("cab", 0)
od.move_to_end("c")
print(list(od), od.popitem(last=False))
