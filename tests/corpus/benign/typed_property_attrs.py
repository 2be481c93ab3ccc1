class Temperature:
    __slots__ = ("_celsius",)
    def __init__(self, celsius=0.0):
        self._celsius = celsius
    @property
    def fahrenheit(self):
        return self._celsius * 9 / 5 + 32
    @fahrenheit.setter
    def fahrenheit(self, f):
        self._celsius = (f - 32) * 5 / 9
    def __eq__(self, other):
        return isinstance(other, Temperature) and self._celsius == other._celsius
    def __hash__(self):
        return hash(self._celsius)
    def __format__(self, spec):
        return format(self._celsius, spec or ".1f") + "°C"

t = Temperature(25)
t.fahrenheit = 212
print(f"{t}", f"{t:.3f}", t == Temperature(100), len({t, Temperature(100)}))
