# reaches: read_json with its path by keyword
import pandas as pd
try:
    pd.read_json(path_or_buf="/srv/secret.txt")
except ValueError:
    pass
