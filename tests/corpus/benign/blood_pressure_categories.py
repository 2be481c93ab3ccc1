import csv
import json
from collections import Counter
from enum import Enum


class BloodPressure(Enum):
    NORMAL = "normal"
    ELEVATED = "elevated"
    STAGE_1 = "stage 1"
    STAGE_2 = "stage 2"

    @classmethod
    def classify(cls, systolic: int) -> "BloodPressure":
        if systolic < 120:
            return cls.NORMAL
        if systolic < 130:
            return cls.ELEVATED
        if systolic < 140:
            return cls.STAGE_1
        return cls.STAGE_2


with open("patients.csv") as fh:
    patients = list(csv.DictReader(fh))

counts = Counter(BloodPressure.classify(int(p["systolic"])) for p in patients)
by_sex = {
    sex: Counter(BloodPressure.classify(int(p["systolic"])).value for p in patients if p["sex"] == sex)
    for sex in ("F", "M")
}
print(json.dumps({
    "overall": {c.value: counts.get(c, 0) for c in BloodPressure},
    "by_sex": {s: dict(sorted(c.items())) for s, c in by_sex.items()},
}))
