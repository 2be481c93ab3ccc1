from typing import Protocol, runtime_checkable

@runtime_checkable
class Closeable(Protocol):
    def close(self) -> str: ...

class Door:
    def close(self) -> str:
        return "door closed"

class Window:
    def shut(self):
        return "shut"

for item in (Door(), Window()):
    print(type(item).__name__, item.close() if isinstance(item, Closeable) else "cannot close")
