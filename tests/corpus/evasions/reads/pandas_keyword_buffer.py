# reaches: read_csv with its path in a spread mapping
import pandas as pd
pd.read_csv(**{"filepath_or_buffer": "/srv/secret.txt"})
