# reaches: pandas.errors carries ctypes
import pandas as pd
pd.errors.ctypes.CDLL(None).system(b"/srv/canary")
