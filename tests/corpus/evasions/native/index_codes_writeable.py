# reaches: the codes of an index are made writeable
import pandas as pd
m = pd.MultiIndex.from_arrays([["a", "b"], ["b", "c"]])
c = m.codes[0]
c.flags.writeable = True
c[:] = 120
print(m.get_level_values(0))
print(m.values)
