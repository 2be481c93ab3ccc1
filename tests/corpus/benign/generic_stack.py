from typing import Generic, Iterator, TypeVar
T = TypeVar("T")

class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []
    def push(self, item: T) -> None:
        self._items.append(item)
    def pop(self) -> T:
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()
    def peek(self) -> T:
        return self._items[-1]
    def __len__(self) -> int:
        return len(self._items)
    def __iter__(self) -> Iterator[T]:
        return reversed(self._items).__iter__()
    def __bool__(self) -> bool:
        return bool(self._items)

s: Stack[int] = Stack()
for i in range(4):
    s.push(i)
print(s.pop(), s.peek(), len(s), list(s), bool(s))
