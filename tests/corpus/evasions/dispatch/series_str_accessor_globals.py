# reaches: the accessor's class leads to its module's globals
import pandas as pd
pd.Series.str.__init__.__globals__["__builtins__"]["eval"](open("notes.txt").read())
