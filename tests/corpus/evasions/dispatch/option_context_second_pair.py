# reaches: option_context sets a backend as its second pair
import pandas as pd
try:
    with pd.option_context('display.width', 80, 'plotting.backend', 'antigravity'):
        pass
except Exception:
    pass
