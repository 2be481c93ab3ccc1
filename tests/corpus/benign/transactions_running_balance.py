import pandas as pd

tx = pd.read_csv("transactions.csv", parse_dates=["date"], keep_default_na=False)
tx["signed"] = tx["amount"].where(tx["kind"].eq("deposit"), -tx["amount"])
tx = tx.sort_values(["account", "date", "txn_id"])
tx["balance"] = tx.groupby("account")["signed"].cumsum().round(2)

lowest = tx.loc[tx.groupby("account")["balance"].idxmin(), ["account", "date", "balance"]]
lowest["date"] = lowest["date"].dt.date.astype(str)

weekday = tx["date"].dt.day_name().value_counts().sort_index()

print("Lowest balance per account:")
print(lowest.to_string(index=False))
print("\nTransactions per weekday:")
print(weekday.to_string())
print("\nShare without memo: {:.0%}".format((tx["memo"] == "").mean()))
