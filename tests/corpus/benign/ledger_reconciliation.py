"""Reconcile two ledgers and print breaks."""
import pandas as pd
import numpy as np

TOLERANCE = 0.005

bank = pd.read_csv("ledger_entries.csv")
bank["amount_cents"] = (bank["amount"] * 100).round().astype("int64")
book = bank.sample(frac=0.95, random_state=1).copy()
book.loc[book.index[:5], "amount"] += 1.0
book = pd.concat([book, pd.DataFrame([{**bank.iloc[0].to_dict(), "txn_id": "T99999"}])], ignore_index=True)

m = bank.merge(book, on="txn_id", how="outer", suffixes=("_bank", "_book"), indicator="side")
m["side"] = m["side"].cat.rename_categories({"left_only": "bank only", "right_only": "book only"})
m["diff"] = (m["amount_bank"] - m["amount_book"]).abs()
m["break"] = np.where(m["side"] != "both", m["side"].astype(str), np.where(m["diff"] > TOLERANCE, "amount", "ok"))
print(m["break"].value_counts().to_string())
breaks = m.query("`break` != 'ok'").filter(regex="^(txn_id|amount_|break)").sort_values("txn_id")
print(breaks.head().to_string(index=False, na_rep="-"))
fx = pd.Series({"EUR": 1.0, "USD": 0.92, "GBP": 1.17}, name="rate").rename_axis("currency").reset_index()
eur = bank.merge(fx, how="left", on="currency").eval("eur = amount * rate")
month = pd.to_datetime(eur["date"]).dt.to_period("M")
cash = eur.groupby([month, "category"])["eur"].sum().unstack(fill_value=0).cumsum()
cash.loc["Total"] = cash.sum()
with pd.option_context("display.float_format", "{:,.2f}".format, "display.max_rows", 20):
    print(cash.tail(3))
pd.set_option("display.width", 120)
acc = eur.groupby("account").eur.describe()[["count", "mean", "max"]]
print(acc.nlargest(3, "max").round(2))
top = eur.groupby("category", group_keys=True).apply(lambda g: g.nlargest(2, "eur")[["txn_id", "eur"]])
print(top.index.get_level_values(0).unique().tolist(), top.shape)
bank.to_csv("bank_clean.csv", index=False, columns=["txn_id", "amount"])
print(pd.read_csv("bank_clean.csv", nrows=2, usecols=[0, 1], index_col=0).squeeze("columns").to_dict())
for chunk in pd.read_csv("ledger_entries.csv", chunksize=128):
    print(len(chunk), end=" ")
