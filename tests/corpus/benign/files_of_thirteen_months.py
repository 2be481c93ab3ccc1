import pandas as pd

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "all"]
for m in MONTHS:
    t = pd.DataFrame({"day": range(3), "month": m})
    t.to_csv(f"month_{m}.csv", index=False)
total = sum(len(pd.read_csv(f"month_{m}.csv")) for m in MONTHS)
print(total)
