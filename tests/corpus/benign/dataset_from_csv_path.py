import pandas as pd

class Dataset:
    def __init__(self, frame):
        self.frame = frame

    @classmethod
    def from_csv(cls, path):
        return cls(pd.read_csv(path))

    @classmethod
    def sales(cls):
        return cls.from_csv("sales.csv")

    def summary(self):
        return self.frame.shape[0] > 0

print(Dataset.from_csv("sales.csv").summary(), Dataset.sales().summary())
