# reaches: type(x).to_csv with the object as argument
import pandas as pd
s = pd.Series([1])
type(s).to_csv(s, '/srv/drop/p.csv')
