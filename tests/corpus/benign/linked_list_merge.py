from __future__ import annotations
from typing import Generic, Iterable, Iterator, Optional, TypeVar

T = TypeVar("T")


class Node(Generic[T]):
    def __init__(self, value: T, next: Optional[Node[T]] = None) -> None:
        self.value = value
        self.next = next


class LinkedList(Generic[T]):
    def __init__(self, items: Iterable[T] = ()) -> None:
        self.head: Optional[Node[T]] = None
        tail = None
        for item in items:
            node = Node(item)
            if tail is None:
                self.head = node
            else:
                tail.next = node
            tail = node

    def __iter__(self) -> Iterator[T]:
        node = self.head
        while node:
            yield node.value
            node = node.next

    def reversed(self) -> LinkedList[T]:
        result: LinkedList[T] = LinkedList()
        for value in self:
            result.head = Node(value, result.head)
        return result


def merge(a: LinkedList[int], b: LinkedList[int]) -> LinkedList[int]:
    """Merge two sorted lists by relinking values."""
    out, x, y = [], a.head, b.head
    while x and y:
        if x.value <= y.value:
            out.append(x.value)
            x = x.next
        else:
            out.append(y.value)
            y = y.next
    rest = x or y
    while rest:
        out.append(rest.value)
        rest = rest.next
    return LinkedList(out)


left, right = LinkedList([1, 4, 9, 16]), LinkedList([2, 3, 5, 7, 11, 13, 17])
merged = merge(left, right)
print(*merged, sep=" -> ")
print(*merged.reversed(), sep=" <- ")
