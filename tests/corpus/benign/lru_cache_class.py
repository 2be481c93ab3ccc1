from collections import OrderedDict


class LRUCache:
    """A cache that forgets the least recently used key."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.items = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key, default=None):
        if key not in self.items:
            self.misses += 1
            return default
        self.items.move_to_end(key)
        self.hits += 1
        return self.items[key]

    def put(self, key, value):
        self.items[key] = value
        self.items.move_to_end(key)
        if len(self.items) > self.capacity:
            oldest, _ = self.items.popitem(last=False)
            return oldest
        return None

    def __len__(self):
        return len(self.items)

    def __contains__(self, key):
        return key in self.items

    def __repr__(self):
        return f"LRUCache({list(self.items)}, hits={self.hits}, misses={self.misses})"


cache = LRUCache(3)
for number, key in enumerate("abcadbae"):
    if cache.get(key) is None:
        evicted = cache.put(key, number)
        if evicted:
            print(f"{key}: evicted {evicted}")
print(cache, len(cache), "a" in cache, "z" in cache)
