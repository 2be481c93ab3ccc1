# reaches: a display option's float format runs exec
import pandas as pd
pd.options.display.float_format = lambda x: str(exec(open("steps.txt").read()))
print(pd.Series([1.5]))
