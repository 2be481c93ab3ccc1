import pandas as pd

codes = pd.Series(["PMP-001/A", "vlv-22/b", "PMP-13", "bad code", None, "TNK-7/C"])

parts = codes.str.upper().str.extract(r"^(?P<kind>[A-Z]{3})-(?P<number>\d+)(?:/(?P<rev>[A-Z]))?$")
parts["number"] = parts["number"].astype("Int64")
parts["label"] = parts["kind"].str.lower().map({"pmp": "pump", "vlv": "valve", "tnk": "tank"})
parts["padded"] = parts["number"].astype(str).str.zfill(4)
parts["valid"] = codes.str.match(r"^[A-Za-z]{3}-\d+").fillna(False)

print(parts.astype(object).fillna("-").to_string())
print(codes.str.len().tolist())
print(codes.dropna().str.split("/").str.get(0).str.cat(sep="; "))
print(codes.str.contains("pmp", case=False, na=False).sum())
