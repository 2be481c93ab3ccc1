from typing import Generic, Iterator, NewType, Protocol, TypeVar, TypedDict

Id = NewType("Id", int)
T = TypeVar("T", bound="HasId")

class HasId(Protocol):
    id: Id

class Row(TypedDict, total=False):
    id: int
    name: str

class Item:
    def __init__(self, id: int, name: str) -> None:
        self.id, self.name = Id(id), name

class Repository(Generic[T]):
    def __init__(self) -> None:
        self._rows: dict[Id, T] = {}

    def add(self, row: T) -> None:
        self._rows[row.id] = row

    def __iter__(self) -> Iterator[T]:
        return iter(self._rows.values())

repo: Repository[Item] = Repository()
for row in [Row(id=2, name="b"), Row(id=1, name="a")]:
    repo.add(Item(row["id"], row.get("name", "?")))
print([(r.id, r.name) for r in sorted(repo, key=lambda r: r.id)])
