class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return CountdownIterator(self.start)


class CountdownIterator:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Peekable:
    """Wraps an iterator and allows looking one item ahead."""
    _missing = object()

    def __init__(self, iterable):
        self._it = iter(iterable)
        self._cache = self._missing

    def __iter__(self):
        return self

    def __next__(self):
        if self._cache is not self._missing:
            value, self._cache = self._cache, self._missing
            return value
        return next(self._it)

    def peek(self, default=None):
        if self._cache is self._missing:
            self._cache = next(self._it, self._missing)
        return default if self._cache is self._missing else self._cache


print(list(Countdown(5)), sum(Countdown(10)))
tokens = Peekable("a1b22c333")
groups = []
for ch in tokens:
    if ch.isalpha():
        number = ""
        while (nxt := tokens.peek("")).isdigit():
            number += next(tokens)
        groups.append((ch, int(number)))
print(groups, tokens.peek("end"))
