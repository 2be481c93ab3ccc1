import json
from abc import ABC, abstractmethod


class Storage(ABC):
    """A key-value store with a uniform interface."""

    @abstractmethod
    def get(self, key):
        raise NotImplementedError

    @abstractmethod
    def set(self, key, value):
        raise NotImplementedError

    @property
    @abstractmethod
    def size(self) -> int:
        ...

    def get_or_set(self, key, factory):
        try:
            return self.get(key)
        except KeyError:
            value = factory()
            self.set(key, value)
            return value


class MemoryStorage(Storage):
    def __init__(self):
        self._items = {}

    def get(self, key):
        return self._items[key]

    def set(self, key, value):
        self._items[key] = value

    @property
    def size(self):
        return len(self._items)


class JsonStorage(MemoryStorage):
    """Keeps values serialised, as a file or a network store would."""

    def get(self, key):
        return json.loads(super().get(key))

    def set(self, key, value):
        super().set(key, json.dumps(value, sort_keys=True))

    @property
    def bytes_used(self):
        return sum(len(v) for v in self._items.values())


class CountingStorage(Storage):
    def __init__(self, inner):
        self.inner = inner
        self.calls = {"get": 0, "set": 0}

    def get(self, key):
        self.calls["get"] += 1
        return self.inner.get(key)

    def set(self, key, value):
        self.calls["set"] += 1
        self.inner.set(key, value)

    @property
    def size(self):
        return self.inner.size


store = CountingStorage(JsonStorage())
for n in (3, 5, 3, 8, 5, 3):
    store.get_or_set(f"squares:{n}", lambda n=n: [i * i for i in range(n)])
print(store.get("squares:5"), store.calls, store.size, store.inner.bytes_used)
try:
    Storage()
except TypeError as e:
    print("TypeError:", "abstract" in str(e))
