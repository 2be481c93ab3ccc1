from __future__ import annotations
from collections.abc import Mapping


class Node:
    instances = 0

    def __init__(self, name, *children, **attrs):
        self.name = name
        self.children = list(children)
        self.attrs = attrs
        Node.instances += 1
        for c in self.children:
            c.parent = self

    parent = None

    def __del__(self):
        Node.instances -= 1

    def walk(self, depth=0):
        yield depth, self
        for c in self.children:
            yield from c.walk(depth + 1)

    def find(self, **wanted):
        return [n for _, n in self.walk() if all(n.attrs.get(k) == v for k, v in wanted.items())]

    def path(self):
        return (self.parent.path() if self.parent else "") + "/" + self.name

    def map(self, fn):
        return Node(fn(self.name), *(c.map(fn) for c in self.children), **self.attrs)

    def transform(self, rules: Mapping):
        for _, node in self.walk():
            rule = rules.get(node.name)
            if rule:
                node.attrs = rule(node.attrs)
        return self

    def __str__(self):
        return "\n".join("  " * d + n.name + (f" {n.attrs}" if n.attrs else "") for d, n in self.walk())


tree = Node("root", Node("a", Node("a1", size=3), Node("a2", size=5)), Node("b", size=3))
print(tree)
print([n.path() for n in tree.find(size=3)])
print(tree.map(str.upper).transform({"B": lambda at: {**at, "seen": True}}))
print(Node.instances)
