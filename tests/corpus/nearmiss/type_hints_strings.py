# harmless: annotations, some of them strings, that nobody evaluates
from typing import Optional
class Node:
    def __init__(self, value: int, next: "Optional[Node]" = None) -> None:
        self.value, self.next = value, next
n = Node(1, Node(2))
print(n.value + n.next.value)
