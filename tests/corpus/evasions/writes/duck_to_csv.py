# reaches: DataFrame.to_csv over the class with a buffer that answers to_frame
import io
import pandas as pd
b = io.StringIO()
b.to_frame = lambda: pd.DataFrame({"a": [1]})
pd.DataFrame.to_csv(b, "/srv/drop/d.csv")
