from __future__ import annotations
from dataclasses import dataclass
import pandas as pd
@dataclass
class Report:
    frame: pd.DataFrame
    title: str = "Report"
    @classmethod
    def from_csv(cls, path: str) -> Report:
        return cls(pd.read_csv(path), title=path)
    @property
    def numeric(self) -> pd.DataFrame:
        return self.frame.select_dtypes(include="number")
    def summary(self) -> pd.DataFrame:
        return self.numeric.describe().T[["mean", "std"]].round(2)
    def top(self, column: str, n: int = 3) -> pd.Series:
        return self.frame[column].value_counts().head(n)
    def query(self, **conditions) -> "Report":
        out = self.frame
        for k, v in conditions.items():
            out = out.loc[out[k] == v]
        return Report(out, self.title)
r = Report.from_csv("sales.csv")
print(r.title, r.summary().shape[1], len(r.frame) > 0, r.top(r.frame.columns[0]).size)
c = r.frame.columns[0]
print(len(r.query(**{c: r.frame[c].iloc[0]}).frame) > 0)
