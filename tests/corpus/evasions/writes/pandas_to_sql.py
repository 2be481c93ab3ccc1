# reaches: DataFrame.to_sql into a database outside
import pandas as pd, sqlite3
pd.DataFrame({"a": [1]}).to_sql("t", sqlite3.connect("/srv/drop/p.db"))
