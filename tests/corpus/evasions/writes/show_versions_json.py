# reaches: pandas.show_versions writes where it is told
import pandas as pd
pd.show_versions(as_json="/srv/drop/v.json")
