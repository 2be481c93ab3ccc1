# An enclosed annotation makes no name, and hides none that comes later.
(pars): int


def f(path):
    (x): int
    later = path
    return later


class D:
    j: str = "hi"
