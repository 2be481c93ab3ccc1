# reaches: DataFrame.to_string into a path outside
import pandas as pd
pd.DataFrame({"a": [1]}).to_string(buf="/srv/drop/p.txt")
