# reaches: methodcaller holds a writing method's name
import operator
import pandas as pd
operator.methodcaller("to_csv", "/srv/drop/p.csv")(pd.DataFrame({"a": [1]}))
