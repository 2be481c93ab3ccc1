import pandas as pd

pd.set_option("display.width", 120)

patients = pd.read_csv("patients.csv", parse_dates=["admitted", "discharged"])
patients["los"] = (patients["discharged"] - patients["admitted"]).dt.days
patients["age_group"] = pd.cut(patients["age"], [0, 45, 65, 80, 120], labels=["<45", "45-64", "65-79", "80+"], right=False)

table = patients.groupby("age_group", observed=True).agg(
    n=("patient_id", "nunique"),
    female=("sex", lambda s: (s == "F").mean()),
    los_mean=("los", "mean"),
    los_p90=("los", lambda s: s.quantile(0.9)),
    systolic=("systolic", "median"),
)
print("Admissions by age group")
print(table.round(2).to_string())

monthly = patients.groupby(patients["admitted"].dt.to_period("M")).size()
print("\nAdmissions per month:", {str(k): int(v) for k, v in monthly.items()})
longest = patients.nlargest(3, "los")[["patient_id", "diagnosis", "los"]]
print("\nLongest stays:")
for p in longest.itertuples(index=False):
    print(f"  {p.patient_id} ({p.diagnosis}): {p.los} days")
