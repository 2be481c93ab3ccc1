from __future__ import annotations
from dataclasses import dataclass, field
from collections import deque
from typing import Optional, Callable

@dataclass
class Node:
    val: int
    left: Optional[Node] = None
    right: Optional[Node] = None

def insert(root: Optional[Node], val: int) -> Node:
    if root is None:
        return Node(val)
    if val < root.val:
        root.left = insert(root.left, val)
    else:
        root.right = insert(root.right, val)
    return root

def walk(root, visit: Callable[[int], None]):
    if root:
        walk(root.left, visit)
        visit(root.val)
        walk(root.right, visit)

def level_order(root):
    q, out = deque([root]), []
    while q:
        node = q.popleft()
        out.append(node.val)
        q.extend(n for n in (node.left, node.right) if n)
    return out

root = None
for v in [5, 2, 8, 1, 9, 3]:
    root = insert(root, v)
acc: list[int] = []
walk(root, acc.append)
print(acc, level_order(root))
