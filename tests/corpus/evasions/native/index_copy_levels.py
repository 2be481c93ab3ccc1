# reaches: an index is copied with other levels
import pandas as pd
m = pd.MultiIndex.from_arrays([list(range(100)) * 10, ["b"] * 1000])
m = m.copy(levels=[[], []])
print(m.get_level_values(0))
print(m.values)
