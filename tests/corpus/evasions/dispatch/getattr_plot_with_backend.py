# reaches: getattr takes plot, which imports a module for a backend
import pandas as pd
try:
    getattr(pd.Series([1]), 'plot')(backend='antigravity')
except Exception:
    pass
