import csv
import json
from enum import Enum


class AlarmState(str, Enum):
    NORMAL = "normal"
    HIGH = "high"
    LOW = "low"


class Alarm:
    def __init__(self, low, high, deadband):
        self.low, self.high, self.deadband = low, high, deadband
        self.state = AlarmState.NORMAL

    def update(self, value):
        old = self.state
        if self.state is AlarmState.HIGH and value < self.high - self.deadband:
            self.state = AlarmState.NORMAL
        elif self.state is AlarmState.LOW and value > self.low + self.deadband:
            self.state = AlarmState.NORMAL
        if self.state is AlarmState.NORMAL:
            if value > self.high:
                self.state = AlarmState.HIGH
            elif value < self.low:
                self.state = AlarmState.LOW
        return None if old is self.state else (old.value, self.state.value)


alarms = {"TT-101": Alarm(57, 67, 1), "PT-202": Alarm(3.9, 4.5, 0.05), "FT-303": Alarm(108, 130, 2)}
journal = []
with open("sensors.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["status"] != "OK":
            continue
        if change := alarms[row["tag"]].update(float(row["value"])):
            before, after = change
            journal.append({"at": row["timestamp"], "tag": row["tag"], "from": before, "to": after, "value": float(row["value"])})

counts = {tag: sum(j["tag"] == tag and j["to"] != "normal" for j in journal) for tag in alarms}
print(json.dumps({"activations": counts, "journal": journal[:6], "standing": {t: a.state.value for t, a in alarms.items()}}, indent=1))
