from dataclasses import dataclass, field, asdict
from statistics import fmean, stdev
import json


@dataclass(order=True, frozen=True)
class Reading:
    hour: int
    celsius: float = field(compare=False)

    @property
    def fahrenheit(self) -> float:
        return self.celsius * 9 / 5 + 32


@dataclass
class Series:
    station: str
    readings: list[Reading] = field(default_factory=list)

    def __post_init__(self):
        self.readings.sort()

    def mean(self) -> float:
        return fmean(r.celsius for r in self.readings)

    def anomalies(self, k: float = 1.5) -> list[Reading]:
        mu, sd = self.mean(), stdev(r.celsius for r in self.readings)
        return [r for r in self.readings if abs(r.celsius - mu) > k * sd]


values = {6: 9.5, 0: 7.25, 12: 15.0, 18: 11.5, 15: 21.0, 3: 6.75, 9: 12.0, 21: 9.0}
series = Series("harbour", [Reading(h, c) for h, c in values.items()])
print(json.dumps({
    "station": series.station,
    "mean": round(series.mean(), 3),
    "anomalies": [asdict(r) | {"fahrenheit": round(r.fahrenheit, 1)} for r in series.anomalies()],
    "first": asdict(series.readings[0]),
}))
