class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        if not self.items:
            raise IndexError("pop from empty stack")
        return self.items.pop()

    def __len__(self): return len(self.items)


class LinkedList:
    class _Node:
        __slots__ = ("value", "next")

        def __init__(self, value, next=None):
            self.value = value
            self.next = next

    def __init__(self, iterable=()):
        self.head = None
        for v in reversed(list(iterable)):
            self.head = self._Node(v, self.head)

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

    def reverse(self):
        prev, cur = None, self.head
        while cur:
            cur.next, prev, cur = prev, cur, cur.next
        self.head = prev
        return self


class BST:
    def __init__(self):
        self.root = None
        self.size = 0

    def insert(self, key, value=None):
        def _insert(node):
            if node is None:
                self.size += 1
                return {"key": key, "value": value, "left": None, "right": None}
            side = "left" if key < node["key"] else "right"
            node[side] = _insert(node[side])
            return node
        self.root = _insert(self.root)

    def in_order(self, node="root"):
        if node == "root":
            node = self.root
        if node:
            yield from self.in_order(node["left"])
            yield node["key"]
            yield from self.in_order(node["right"])

    def height(self):
        def h(n): return 0 if n is None else 1 + max(h(n["left"]), h(n["right"]))
        return h(self.root)


class LRU:
    def __init__(self, capacity):
        from collections import OrderedDict
        self.capacity = capacity
        self.data = OrderedDict()

    def get(self, key, default=None):
        if key in self.data:
            self.data.move_to_end(key)
            return self.data[key]
        return default

    def put(self, key, value):
        self.data[key] = value
        self.data.move_to_end(key)
        while len(self.data) > self.capacity:
            self.data.popitem(last=False)


class Trie:
    def __init__(self):
        self.children = {}
        self.end = False

    def add(self, word):
        node = self
        for ch in word:
            node = node.children.setdefault(ch, Trie())
        node.end = True

    def __contains__(self, word):
        node = self
        for ch in word:
            if ch not in node.children:
                return False
            node = node.children[ch]
        return node.end


def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    s = Stack()
    for ch in text:
        if ch in pairs.values():
            s.push(ch)
        elif ch in pairs:
            if not len(s) or s.pop() != pairs[ch]:
                return False
    return len(s) == 0


print(balanced("{[()]}"), balanced("(]"), list(LinkedList("abc").reverse()))
t = BST()
for k in (5, 2, 8, 1, 9, 3):
    t.insert(k)
print(list(t.in_order()), t.height(), t.size)
c = LRU(2)
for k in "abca":
    c.put(k, ord(k))
print(list(c.data), c.get("b"), c.get("a"))
tr = Trie()
tr.add("pump")
print("pump" in tr, "pum" in tr)
try:
    Stack().pop()
except IndexError as err:
    print(f"Error: {err}")
