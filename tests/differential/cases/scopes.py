# Where names live: cells, globals, classes, comprehensions, walruses, private names.
from __future__ import annotations

total = [0]


def outer(a, *b, c=total, **d: int) -> list[Thing]:
    e = [f for f in b if (g := f)]

    def inner():
        nonlocal a
        global total
        a, total = e, a
        return lambda x=c: (x, a, g, __private)

    class Thing(Base, metaclass=type(a)):
        a = a
        __b: int = a
        c = [a for i in range(a) for j in a]

        def __m(self, __p):
            self.__q = __p.__r__ + __b
            del self.__q
            return super().x, {k: v for k, (v, *_) in d.items()}

    return inner, Thing


try:
    with outer(1) as (x, [y, *z]), outer(2) as x.y:
        for x.z, q[0] in y:
            total += 1
except (ValueError, OSError) as error:
    del error
match total:
    case {"a": [1, *rest], **others} if rest:
        pass
    case Thing.one(x, y=other) if Thing.two:
        pass
    case a.b | None | -1 as number:
        pass
    case _:
        match = case = type = 1
