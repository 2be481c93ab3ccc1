# reaches: sys.stdout is set to a path, which a table is written to
import sys
import pandas as pd
saved = sys.stdout
sys.stdout = "/srv/drop/s.txt"
pd.DataFrame({"a": [1]}).to_csv(sys.stdout)
