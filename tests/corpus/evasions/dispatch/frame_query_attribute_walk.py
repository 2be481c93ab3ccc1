# reaches: a query walks from a module alias to os
import pandas as pd
try:
    pd.DataFrame({"a": [1]}).query("a == @pd.io.common.os.system('/srv/canary')", engine="python")
except Exception as e:
    print(type(e))
