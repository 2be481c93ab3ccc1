class Stats:
    """Descriptive statistics without any import."""

    def __init__(self, values):
        self.values = sorted(values)
        if not self.values:
            raise ValueError("no values")

    def __len__(self):
        return len(self.values)

    @property
    def mean(self):
        return sum(self.values) / len(self)

    def percentile(self, p):
        k = (len(self) - 1) * p / 100
        low = int(k)
        high = min(low + 1, len(self) - 1)
        return self.values[low] + (self.values[high] - self.values[low]) * (k - low)

    @property
    def variance(self):
        m = self.mean
        return sum((v - m) ** 2 for v in self.values) / (len(self) - 1)

    @property
    def skewness(self):
        m, sd = self.mean, self.variance ** 0.5
        return sum(((v - m) / sd) ** 3 for v in self.values) / len(self)

    def summary(self):
        return {
            "n": len(self), "mean": round(self.mean, 3), "sd": round(self.variance ** 0.5, 3),
            "skew": round(self.skewness, 3), **{f"p{p}": round(self.percentile(p), 3) for p in (5, 25, 50, 75, 95)},
        }


for name, values in {"even": range(1, 11), "skewed": [1, 1, 2, 2, 3, 4, 8, 20], "flat": [5, 5, 5.5]}.items():
    print(name, Stats(values).summary())
try:
    Stats([])
except ValueError as e:
    print("error:", e)
