# reaches: DataFrame.assign calls eval for a column
import pandas as pd
pd.DataFrame({"a": [1]}).assign(b=lambda d, f=eval: f(open("notes.txt").read()))
