import csv
import statistics as st

class Sensor:
    FILE = "sensors.csv"

    def __init__(self):
        self.rows = self._load()

    def _load(self):
        with open(self.FILE, newline="") as f:
            return list(csv.DictReader(f))

    def column(self, name):
        return [r[name] for r in self.rows if r[name]]

s = Sensor()
first = list(s.rows[0])[0]
print(len(s.rows) > 0, len(s.column(first)) > 0, st.mode("aab"))
