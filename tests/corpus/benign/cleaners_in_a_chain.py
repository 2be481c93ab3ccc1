import pandas as pd
from abc import ABC, abstractmethod

class Cleaner(ABC):
    def __init__(self, *columns):
        self.columns = columns

    def apply(self, df):
        df = df.copy()
        for c in self.columns or df.columns:
            df[c] = self.clean(df[c])
        return df

    @abstractmethod
    def clean(self, s): ...

class Strip(Cleaner):
    def clean(self, s):
        return s.str.strip()

class Upper(Cleaner):
    def clean(self, s):
        return s.str.upper()

class Fill(Cleaner):
    def __init__(self, value, *columns):
        super().__init__(*columns)
        self.value = value

    def clean(self, s):
        return s.fillna(self.value)

class Chain:
    def __init__(self):
        self._cleaners = []

    def __lshift__(self, cleaner):
        self._cleaners.append(cleaner)
        return self

    def run(self, df):
        for i, cleaner in enumerate(self._cleaners, 1):
            df = cleaner.apply(df)
            print(i, type(cleaner).__name__, df.isna().sum().sum())
        return df

df = pd.DataFrame({"name": [" a ", "b", None], "city": ["x", None, " z"]})
chain = Chain() << Strip("name", "city") << Fill("?", "name") << Upper()
print(chain.run(df))
