# reaches: agg calls plot by its name, with a module for a backend
import pandas as pd
try:
    pd.Series([1]).agg('plot', backend='antigravity')
except Exception:
    pass
