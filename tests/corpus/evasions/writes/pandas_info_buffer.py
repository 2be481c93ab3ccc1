# reaches: DataFrame.info prints into an open file outside
import pandas as pd
with open("/srv/drop/info.txt", "w") as f:
    pd.DataFrame({"a": [1]}).info(buf=f)
