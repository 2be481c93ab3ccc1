import json
from dataclasses import asdict, dataclass, field


class DictMixin:
    def to_dict(self):
        return {k: v for k, v in asdict(self).items() if v not in (None, [], "")}


class JsonMixin(DictMixin):
    def to_json(self, **kwargs):
        return json.dumps(self.to_dict(), **kwargs)

    @classmethod
    def from_json(cls, text):
        return cls(**json.loads(text))


@dataclass
class Part(JsonMixin):
    number: str
    mass_g: float = 0.0


@dataclass
class Assembly(JsonMixin):
    name: str
    parts: list = field(default_factory=list)

    def __iadd__(self, part):
        self.parts.append(part)
        return self

    @property
    def mass(self):
        return sum(p.mass_g for p in self.parts)


pump = Assembly("pump")
pump += Part("P-1", 120.5)
pump += Part("P-2", 80)
print(pump.to_json(indent=1))
print(pump.mass, Part.from_json('{"number": "P-9", "mass_g": 3.5}'))
