# reaches: levels that nobody checks are shorter than the codes
import pandas as pd
m = pd.MultiIndex.from_arrays([list(range(100)) * 10, ["b"] * 1000])
m = m.set_levels([[], []], None, False, False)
print(m.get_level_values(0))
print(m.values)
