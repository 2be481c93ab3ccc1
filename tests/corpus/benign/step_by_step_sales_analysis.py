import json
import pandas as pd
import numpy as np

# Step 1: Load the data
try:
    df = pd.read_csv("sales.csv")
except FileNotFoundError:
    print(json.dumps({"error": "sales.csv not found"}))
    raise SystemExit(1)

# Step 2: Basic cleaning
df = df.dropna(subset=["quantity", "unit_price"])
df["date"] = pd.to_datetime(df["date"], errors="coerce")
df = df[df["quantity"] > 0]

# Step 3: Feature engineering
df["gross"] = df["quantity"] * df["unit_price"]
df["net"] = df["gross"] * (1 - df["discount_pct"] / 100.0)
df["month"] = df["date"].dt.strftime("%Y-%m")
df["size"] = np.where(df["quantity"] >= 6, "large", np.where(df["quantity"] >= 3, "medium", "small"))

# Step 4: Aggregate
by_month = df.groupby("month")["net"].sum().round(2)
by_size = df.groupby("size")["net"].agg(["count", "sum"]).round(2)
top_products = df.groupby("product")["net"].sum().sort_values(ascending=False).head(3).round(2)

# Step 5: Build the final result
result = {
    "total_net": round(float(df["net"].sum()), 2),
    "average_order": round(float(df["net"].mean()), 2),
    "by_month": by_month.to_dict(),
    "by_size": by_size.to_dict(orient="index"),
    "top_products": [{"product": k, "net": float(v)} for k, v in top_products.items()],
    "date_range": [str(df["date"].min().date()), str(df["date"].max().date())],
}

print(json.dumps(result, indent=2, ensure_ascii=False, default=str))
