import numpy as np

dtype = np.dtype([("sku", "U4"), ("qty", "i4"), ("price", "f8"), ("heavy", "?")])
stock = np.array([("AX1", 91, 0.12, False), ("BX2", 64, 1.9, False), ("DX4", 27, 38.0, True), ("CX3", 20, 6.4, False)], dtype=dtype)

value = stock["qty"] * stock["price"]
order = np.argsort(value)[::-1]
for row, v in zip(stock[order], value[order]):
    print(f"{row['sku']}  {row['qty']:>4} x {row['price']:>6.2f} = {v:>8.2f}{'  *' if row['heavy'] else ''}")

print("by name:", np.sort(stock, order="sku")["sku"].tolist())
print("share:", np.round(value / value.sum(), 3).tolist())
cum = np.cumsum(value[order]) / value.sum()
classes = np.array(["A", "B", "C"])[np.digitize(cum, [0.95, 0.99])]
print(dict(zip(stock["sku"][order].tolist(), classes.tolist())))
light = stock[~stock["heavy"] & (stock["qty"] > 30)]
print(len(light), dtype.names, dtype.itemsize)
