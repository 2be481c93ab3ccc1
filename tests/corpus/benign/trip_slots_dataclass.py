from dataclasses import dataclass, field, replace, asdict

@dataclass(slots=True, order=True, kw_only=True)
class Trip:
    km: float
    name: str = field(compare=False)
    stops: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self):
        if self.km < 0:
            raise ValueError("negative distance")

a = Trip(km=3.5, name="north")
b = replace(a, km=9.0, name="south")
print(max(a, b).name, asdict(b)["km"], sorted([b, a])[0].name)
