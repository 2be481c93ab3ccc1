class Validator:
    """Descriptor that validates assignment."""

    def __init__(self, minimum=None, maximum=None):
        self.minimum = minimum
        self.maximum = maximum

    def __set_name__(self, owner, name):
        self.public_name = name
        self.private_name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.private_name)

    def __set__(self, instance, value):
        if self.minimum is not None and value < self.minimum:
            raise ValueError(f"{self.public_name} must be >= {self.minimum}")
        if self.maximum is not None and value > self.maximum:
            raise ValueError(f"{self.public_name} must be <= {self.maximum}")
        setattr(instance, self.private_name, value)


class Vitals:
    heart_rate = Validator(20, 250)
    spo2 = Validator(50, 100)

    def __init__(self, heart_rate, spo2):
        self.heart_rate = heart_rate
        self.spo2 = spo2

    def __eq__(self, other):
        return (self.heart_rate, self.spo2) == (other.heart_rate, other.spo2)

    def __hash__(self):
        return hash((self.heart_rate, self.spo2))

    def __lt__(self, other):
        return self.heart_rate < other.heart_rate


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __delitem__(self, i):
        del self.rows[i]

    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    def __contains__(self, x):
        return any(x in r for r in self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __call__(self, v):
        return [sum(a * b for a, b in zip(r, v)) for r in self.rows]

    def __str__(self):
        return "\n".join(" ".join(f"{x:6.2f}" for x in r) for r in self)

    def __getattr__(self, name):
        if name == "T":
            return Matrix(zip(*self.rows))
        raise AttributeError(name)


v = Vitals(72, 98)
for bad in [(10, 98), (72, 101)]:
    try:
        Vitals(*bad)
    except ValueError as e:
        print(e)
print(v == Vitals(72, 98), len({v, Vitals(72, 98)}), v < Vitals(80, 99), vars(v))
m = Matrix([[1, 2], [3, 4]])
m[0, 1] = 7
print(m @ m.T, m[1], 7 in m, len(m), m([1, 1]), sep="\n")
del m[0]
print(m, hasattr(m, "rows"), hasattr(m, "nope"))
