import pandas as pd

df = pd.read_csv("grades.csv")
long = df.melt(
    id_vars=["student", "subject", "year"],
    value_vars=["quiz", "midterm", "project", "final"],
    var_name="assessment",
    value_name="score",
)
table = long.pivot_table(index="subject", columns="assessment", values="score", aggfunc="mean", margins=True, margins_name="all")
table = table[["quiz", "midterm", "project", "final", "all"]].round(1)

print("Mean score by subject and assessment")
print(table.to_string())
print()
missing = long[long["score"].isna()]
print(f"{len(missing)} missing scores:")
for _, r in missing.iterrows():
    print(f"  {r['student']} {r['assessment']}")
