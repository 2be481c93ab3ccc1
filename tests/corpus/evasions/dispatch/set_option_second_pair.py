# reaches: set_option sets a backend as its second pair
import pandas as pd
try:
    pd.set_option('display.width', 80, 'plotting.backend', 'antigravity')
except Exception:
    pass
