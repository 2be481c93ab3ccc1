import pandas as pd
from pandas.api.types import CategoricalDtype, is_numeric_dtype, is_string_dtype
size = CategoricalDtype(["S", "M", "L"], ordered=True)
s = pd.Series(["M", "S", "L", "M"]).astype(size)
print(s.cat.codes.tolist(), s.min(), s.sort_values().tolist(), s.cat.categories.tolist(), (s > "S").sum(), s.cat.rename_categories({"S": "small"}).tolist(), s.value_counts(sort=False).to_dict())
print(is_numeric_dtype(s), is_string_dtype(pd.Series(["a"])), s.cat.add_categories("XL").cat.remove_unused_categories().cat.categories.size, pd.Categorical(["a", "b"], categories=["b", "a"]).codes)
