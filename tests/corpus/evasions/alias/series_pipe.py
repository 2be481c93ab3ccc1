# reaches: Series.pipe applies a function that is eval
import pandas as pd
pd.Series([open("notes.txt").read()]).pipe(lambda s, f=eval: f(s[0]))
