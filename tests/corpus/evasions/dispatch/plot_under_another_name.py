# reaches: plot under another name gets a module for a backend
import pandas as pd
p = pd.Series([1]).plot
try:
    p(backend='antigravity')
except Exception:
    pass
