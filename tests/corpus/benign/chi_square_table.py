import json
import math

import pandas as pd

df = pd.read_csv("patients.csv")
table = pd.crosstab(df["ward"], df["readmitted"])

row_totals = table.sum(axis=1)
col_totals = table.sum(axis=0)
n = table.values.sum()
expected = pd.DataFrame(
    [[r * c / n for c in col_totals] for r in row_totals], index=table.index, columns=table.columns
)
chi2 = ((table - expected) ** 2 / expected).values.sum()
dof = (table.shape[0] - 1) * (table.shape[1] - 1)
# with two degrees of freedom the survival function is exp(-x/2)
p_value = math.exp(-chi2 / 2) if dof == 2 else None

print(table.to_string())
print(json.dumps({"chi2": round(float(chi2), 4), "dof": dof, "p": round(p_value, 4) if p_value is not None else None}))
