import pandas as pd

left = pd.DataFrame({"id": [1, 2, 3], "v": ["a", "b", "c"]})
right = pd.DataFrame({"id": [2, 3, 4], "w": [20, 30, 40]})
both = left.merge(right, how="outer", on="id", indicator=True, validate="one_to_one")
counts = both["_merge"].value_counts().sort_index()
print(counts.to_dict(), both.loc[both["_merge"].eq("both"), "w"].sum())
