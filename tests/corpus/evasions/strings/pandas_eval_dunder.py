# reaches: an eval expression walks from a column to a library's module
import pandas as pd
pd.DataFrame({"a": [1]}).eval("@pd.compat.os.system('/srv/canary')", engine="python")
