import csv
import json


def build_response(rows, page=1, per_page=5, sort="-final", subject=None):
    if subject:
        rows = [r for r in rows if r["subject"] == subject]
    field = sort.lstrip("-")
    rows = sorted(rows, key=lambda r: (r[field] is None, r[field] if r[field] is not None else 0, r["student"]), reverse=sort.startswith("-"))
    start = (page - 1) * per_page
    chunk = rows[start:start + per_page]
    pages = -(-len(rows) // per_page)
    return {
        "data": chunk,
        "meta": {"page": page, "pages": pages, "total": len(rows), "next": page + 1 if page < pages else None},
    }


with open("grades.csv", newline="") as f:
    students = [
        {"student": r["student"], "subject": r["subject"], "final": int(r["final"]) if r["final"] else None}
        for r in csv.DictReader(f)
    ]

first = build_response(students)
last = build_response(students, page=first["meta"]["pages"], sort="final")
physics = build_response(students, subject="physics", per_page=2)
print(json.dumps({"first": first, "last_meta": last["meta"], "physics": [s["student"] for s in physics["data"]]}, indent=1))
