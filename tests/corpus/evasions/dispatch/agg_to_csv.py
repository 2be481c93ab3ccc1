# reaches: DataFrame.agg calls a method by its name, which writes outside
import pandas as pd
pd.DataFrame({"a": [1]}).agg("to_csv", 0, "/srv/drop/a.csv")
