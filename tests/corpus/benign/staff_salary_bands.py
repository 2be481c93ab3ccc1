import pandas as pd

staff = pd.read_csv("staff.csv", parse_dates=["hired"])
reference = pd.Timestamp("2024-06-30")
staff["tenure_years"] = ((reference - staff["hired"]).dt.days / 365.25).round(1)

bands = [0, 45_000, 60_000, 75_000, float("inf")]
labels = ["low", "mid", "upper", "top"]
staff["band"] = pd.cut(staff["salary"], bins=bands, labels=labels, right=False)

print(staff["band"].value_counts().reindex(labels).to_string())
print()
summary = staff.groupby("team").agg(
    people=("emp_id", "count"),
    median_salary=("salary", "median"),
    mean_tenure=("tenure_years", "mean"),
    newest=("hired", "max"),
)
summary["newest"] = summary["newest"].dt.strftime("%b %Y")
print(summary.round(1).to_string())
print()
ratio = staff.groupby("grade")["salary"].apply(lambda s: s.max() / s.min()).round(2)
print("max/min salary within grade:", ratio.to_dict())
