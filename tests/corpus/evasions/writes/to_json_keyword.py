# reaches: to_json by keyword
import pandas as pd
pd.Series([1]).to_json(path_or_buf="/srv/drop/e.json")
