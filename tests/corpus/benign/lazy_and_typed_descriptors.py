class Temperature:
    def __init__(self, celsius=0):
        self._celsius = celsius
    def _get(self):
        return self._celsius
    def _set(self, v):
        if v < -273.15:
            raise ValueError("below absolute zero")
        self._celsius = v
    celsius = property(_get, _set, doc="Degrees C")
    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32
    @fahrenheit.setter
    def fahrenheit(self, f):
        self.celsius = (f - 32) * 5 / 9

class Lazy:
    def __init__(self, fn):
        self.fn = fn
        self.name = fn.__name__
    def __get__(self, obj, cls):
        if obj is None:
            return self
        value = obj.__dict__[self.name] = self.fn(obj)
        return value

class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, cls=None): return self if obj is None else obj.__dict__.get(self.name)
    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} expects {self.kind.__name__}, not {type(value).__name__}")
        obj.__dict__[self.name] = value
    def __delete__(self, obj): del obj.__dict__[self.name]

class Batch:
    code = Typed(str)
    size = Typed(int)
    def __init__(self, code, size):
        self.code, self.size = code, size
    @Lazy
    def checksum(self):
        print("computed")
        return sum(map(ord, self.code)) % 97

t = Temperature()
t.fahrenheit = 212
print(t.celsius, Temperature.celsius.__doc__)
try:
    t.celsius = -300
except ValueError as e:
    print(e)
b = Batch("X9", 4)
print(b.checksum, b.checksum, vars(b))
try:
    b.size = "big"
except TypeError as e:
    print(e)
del b.size
print(b.size)
