from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple

Point = namedtuple("Point", ["x", "y"], defaults=[0])
p = Point(3)
print(p, p._asdict(), p._replace(y=9), Point._fields, Point._make([1, 2]))
c = Counter("mississippi")
c.update("pi")
c.subtract({"s": 1})
print(c.most_common(2), c.total(), sorted(c.elements())[:3], +c == c)
od = OrderedDict(a=1, b=2, c=3)
od.move_to_end("a")
print(od.popitem(last=False), list(od))
d = deque(range(5), maxlen=3)
d.rotate(1)
d.appendleft(10)
print(d, d.maxlen)
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}).new_child({"c": 4})
print(dict(cm), cm.maps[0], cm.parents["a"])
class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)
x = Lower(ABC=1)
print(x, x.data, UserList([3, 1, 2]).data)
dd = defaultdict(lambda: defaultdict(int))
dd["a"]["b"] += 1
print({k: dict(v) for k, v in dd.items()}, dd.default_factory is not None)
