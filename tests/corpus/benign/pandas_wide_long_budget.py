import pandas as pd

wide = pd.DataFrame({
    "dept": ["lab", "ward", "admin"],
    "plan_q1": [100, 240, 80], "plan_q2": [110, 250, 80],
    "actual_q1": [97, 262, 81], "actual_q2": [121, 248, 77],
})

long = pd.wide_to_long(wide, stubnames=["plan", "actual"], i="dept", j="quarter", sep="_", suffix=r"q\d").reset_index()
long["variance"] = long["actual"] - long["plan"]
long["pct"] = (long["variance"] / long["plan"] * 100).round(1)
long["status"] = long["pct"].apply(lambda p: "over" if p > 5 else "under" if p < -5 else "on plan")

back = long.pivot(index="dept", columns="quarter", values=["plan", "actual"])
back.columns = [f"{a}_{q}" for a, q in back.columns]
same = back.reset_index().set_index("dept").sort_index().equals(wide.set_index("dept").sort_index()[back.columns])

print(long.sort_values(["quarter", "dept"]).to_string(index=False))
print(long.groupby("quarter")[["plan", "actual"]].sum().assign(rate=lambda d: (d.actual / d.plan).round(3)).to_dict("index"))
print("round trip:", same)
print(long["status"].value_counts().to_dict())
