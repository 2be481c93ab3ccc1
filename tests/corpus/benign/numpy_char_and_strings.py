import numpy as np

codes = np.array(["pmp-01", "vlv-22", "pmp-13", "tnk-07", "vlv-03"])
kinds = np.char.upper(np.char.partition(codes, "-")[:, 0])
numbers = np.char.rpartition(codes, "-")[:, 2].astype(int)

for kind in np.unique(kinds):
    print(kind, numbers[kinds == kind].tolist(), "max", numbers[kinds == kind].max())
print(np.char.zfill(numbers.astype(str), 4).tolist())
print(np.char.add(kinds, np.char.add("_", numbers.astype(str)))[np.lexsort((numbers, kinds))].tolist())
print(np.char.startswith(codes, "pmp").sum(), np.char.count(codes, "0").tolist())
table = np.array([["a", "b"], ["c", "d"]])
print("\n".join(" ".join(row) for row in np.vstack([table, table[::-1]])))
