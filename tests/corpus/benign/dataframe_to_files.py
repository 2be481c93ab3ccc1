import json

import pandas as pd

df = pd.read_csv("staff.csv", parse_dates=["hired"])
teams = df.groupby("team", as_index=False).agg(headcount=("emp_id", "count"), payroll=("salary", "sum"))
teams["average"] = (teams["payroll"] / teams["headcount"]).round(0).astype(int)

teams.to_csv("teams.csv", index=False)
teams.to_json("teams.json", orient="records", indent=2)
html = teams.to_html(index=False, border=0)

again = pd.read_csv("teams.csv")
with open("teams.json") as f:
    same = json.load(f) == again.to_dict(orient="records")

print(again.to_string(index=False))
print("json and csv agree:", same)
print("html rows:", html.count("<tr"))
print(teams.to_dict(orient="list"))
