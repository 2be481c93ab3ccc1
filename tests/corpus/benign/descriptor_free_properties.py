class Temperature:
    """Keeps kelvin, offers the other scales as properties."""

    ABSOLUTE_ZERO = 0.0

    def __init__(self, kelvin=273.15):
        self.kelvin = kelvin

    @property
    def kelvin(self):
        return self._kelvin

    @kelvin.setter
    def kelvin(self, value):
        if value < self.ABSOLUTE_ZERO:
            raise ValueError(f"{value} K is below absolute zero")
        self._kelvin = float(value)

    @property
    def celsius(self):
        return self.kelvin - 273.15

    @celsius.setter
    def celsius(self, value):
        self.kelvin = value + 273.15

    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.celsius = (value - 32) * 5 / 9

    @classmethod
    def from_celsius(cls, value):
        t = cls()
        t.celsius = value
        return t

    @staticmethod
    def mean(*temperatures):
        return Temperature(sum(t.kelvin for t in temperatures) / len(temperatures))

    def __format__(self, spec):
        unit = spec[-1:] or "K"
        value = {"C": self.celsius, "F": self.fahrenheit, "K": self.kelvin}[unit]
        return f"{value:{spec[:-1] or '.2'}f} {unit}"

    def __bool__(self):
        return self.kelvin > 0


t = Temperature.from_celsius(36.6)
print(f"{t:.1C} {t:.1F} {t:.2K} {t}")
t.fahrenheit = -40
print(round(t.celsius, 6), bool(t))
print(f"{Temperature.mean(Temperature(300), Temperature(310)):.0K}")
try:
    t.celsius = -300
except ValueError as e:
    print(e)
