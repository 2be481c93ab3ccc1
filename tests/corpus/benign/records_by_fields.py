"""Records that are compared, shown and set by the names of their fields."""
from dataclasses import dataclass, fields
import json


@dataclass
class Reading:
    station: str
    value: float
    unit: str = "mm"

    def as_row(self):
        return [getattr(self, f.name) for f in fields(self)]

    def differences(self, other):
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name in other and getattr(self, f.name) != other[f.name]}


class Settings:
    def __init__(self, **options):
        for key, value in options.items():
            setattr(self, key, value)

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return f"Settings({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"


class Filter:
    def __init__(self, **wanted):
        self.wanted = wanted

    def matches(self, reading):
        return all(getattr(reading, name) == value for name, value in self.wanted.items())


readings = [Reading("north", 3.5), Reading("south", 1.25), Reading("north", 7.0, "cm")]
for reading in readings:
    print(json.dumps(reading.as_row()), reading.differences({"unit": "mm", "value": 3.5}))
print([r.value for r in readings if Filter(station="north", unit="mm").matches(r)])
print(Settings(depth=2, label="x"), Settings(depth=2) == Settings(depth=2), Settings(depth=2) == Settings(depth=3))
