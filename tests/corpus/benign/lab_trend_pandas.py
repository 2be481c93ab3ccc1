import pandas as pd

lab = pd.read_csv("lab_results.csv")
lab["flag"] = "normal"
lab.loc[lab["result"] < lab["low"], "flag"] = "low"
lab.loc[lab["result"] > lab["high"], "flag"] = "high"
lab["midpoint"] = (lab["low"] + lab["high"]) / 2
lab["deviation"] = (lab["result"] - lab["midpoint"]) / (lab["high"] - lab["low"])

flags = lab.pivot_table(index="analyte", columns="flag", values="sample", aggfunc="count", fill_value=0)
extreme = lab.iloc[lab["deviation"].abs().argsort()[::-1][:5]]

print(flags.to_string())
print()
print(extreme[["sample", "analyte", "result", "unit", "deviation"]].round(2).to_string(index=False))
print()
wide = lab.pivot(index="sample", columns="analyte", values="result")
print("samples with two or more flags:", (lab["flag"].ne("normal").groupby(lab["sample"]).sum() >= 2).sum())
print(wide.describe().loc[["mean", "std", "min", "max"]].round(2).to_string())
