import json
import matplotlib.pyplot as plt
from collections import Counter


class Report:
    def __init__(self, title, records):
        self.title = title
        self.records = records

    def counts(self, key):
        return Counter(r[key] for r in self.records)

    def chart(self, key, path):
        data = self.counts(key)
        fig, ax = plt.subplots()
        ax.bar(list(data.keys()), list(data.values()))
        ax.set_title(f"{self.title}: {key}")
        fig.savefig(path)
        plt.close(fig)
        return path

    def save(self, path):
        with open(path, "w") as f:
            json.dump({"title": self.title, "n": len(self.records)}, f)


records = [{"color": "red", "size": "S"}, {"color": "blue", "size": "M"}, {"color": "red", "size": "L"}]
report = Report("Shirts", records)
for key in ("color", "size"):
    print(report.chart(key, f"{key}.png"))
report.save("report.json")
