import csv
import json

# points are illustrative only
DIAGNOSIS_POINTS = {"I10": 0, "E11": 1, "J44": 1, "I50": 2, "N18": 2}


def age_points(age: int) -> int:
    return max(0, min(4, (age - 40) // 10))


def risk(score: int) -> str:
    if score <= 1:
        return "low"
    elif score <= 4:
        return "moderate"
    else:
        return "high"


results = []
with open("patients.csv", newline="", encoding="utf-8") as f:
    for p in csv.DictReader(f):
        score = DIAGNOSIS_POINTS[p["diagnosis"]] + age_points(int(p["age"])) + (int(p["systolic"]) >= 160)
        results.append({"patient_id": p["patient_id"], "score": score, "risk": risk(score), "readmitted": p["readmitted"] == "1"})

strata = {}
for r in results:
    s = strata.setdefault(r["risk"], {"n": 0, "readmitted": 0})
    s["n"] += 1
    s["readmitted"] += r["readmitted"]
for s in strata.values():
    s["rate"] = round(s["readmitted"] / s["n"], 3)

print(json.dumps({"strata": {k: strata[k] for k in ("low", "moderate", "high") if k in strata}, "highest": max(results, key=lambda r: r["score"])}, indent=2))
