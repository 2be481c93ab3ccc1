# reaches: a regular expression names the option of the backend
import pandas as pd
try:
    pd.set_option('display.zzz|plotting.backend', 'antigravity')
except Exception:
    pass
