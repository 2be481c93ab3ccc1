# reaches: read_excel with its path by keyword
import pandas as pd
try:
    pd.read_excel(io="/srv/secret.txt")
except Exception:
    pass
