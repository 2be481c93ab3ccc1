import csv
import io
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence, Callable


class CaseInsensitiveDict(MutableMapping):
    def __init__(self, data=None, /, **kwargs):
        self._store = {}
        self.update(dict(data or {}, **kwargs))

    def __setitem__(self, key, value):
        self._store[key.lower()] = (key, value)

    def __getitem__(self, key):
        return self._store[key.lower()][1]

    def __delitem__(self, key):
        del self._store[key.lower()]

    def __iter__(self):
        return (orig for orig, _ in self._store.values())

    def __len__(self):
        return len(self._store)

    def __repr__(self):
        return f"{self.__class__.__name__}({dict(self.items())})"


class Window(Sequence):
    def __init__(self, data, start, stop):
        self.data, self.start, self.stop = data, start, stop

    def __len__(self):
        return self.stop - self.start

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        return self.data[self.start + (i % len(self))]


class MyDict(dict):
    def __missing__(self, key):
        self[key] = value = len(self)
        return value


class LoggedList(list):
    def append(self, item):
        print("append", item)
        super().append(item)


headers = CaseInsensitiveDict({"Content-Type": "csv"}, Accept="all")
print(headers["CONTENT-TYPE"], "accept" in headers, len(headers), headers)
print(headers.setdefault("X", 1), headers.pop("x"), list(headers.keys()))
w = Window("abcdefgh", 2, 6)
print(w[0], w[-1], w[1:3], list(reversed(w)), w.index("d"), "z" in w, w.count("c"))
ids = MyDict()
print([ids[w] for w in "the cat the dog".split()], isinstance(ids, Mapping))
l = LoggedList()
l.append(3)
data = io.StringIO()
out = csv.writer(data, dialect="excel-tab")
out.writerows(zip(range(3), "xyz"))
print(repr(data.getvalue()), data.tell(), file=sys.stdout)
data.seek(0)
print([r for r in csv.reader(data, delimiter="\t")], csv.Sniffer().sniff("a;b;c\n1;2;3").delimiter)
