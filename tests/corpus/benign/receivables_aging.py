"""Aging report for receivables."""
import pandas as pd
from dataclasses import dataclass, field
import json

BUCKETS = [0, 30, 60, 90, 10_000]
LABELS = ["0-30", "31-60", "61-90", "90+"]

@dataclass
class AgingReport:
    as_of: pd.Timestamp
    frame: pd.DataFrame = field(default_factory=pd.DataFrame)

    def load(self, path: str = "ledger_entries.csv") -> "AgingReport":
        df = pd.read_csv(path, parse_dates=["date"])
        df["age"] = (self.as_of - df["date"]).dt.days
        self.frame = df[df["age"] >= 0]
        return self

    def bucketed(self) -> pd.DataFrame:
        cut = pd.cut(self.frame["age"], BUCKETS, labels=LABELS, include_lowest=True)
        return self.frame.groupby(["account", cut], observed=False)["amount"].sum().unstack(fill_value=0)

    def apply(self, rate: float) -> float:
        return float((self.bucketed()["90+"].clip(lower=0) * rate).sum())

    def to_dict(self):
        return {k: v for k, v in self.__dict__.items() if k != "frame"}

report = AgingReport(pd.Timestamp("2024-12-31")).load()
print(report.bucketed().head().round(2))
print(json.dumps({"provision": round(report.apply(0.5), 2), **{k: str(v) for k, v in report.to_dict().items()}}))
