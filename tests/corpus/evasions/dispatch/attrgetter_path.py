# reaches: attrgetter with a writing method on a chain
import operator
import pandas as pd
operator.attrgetter("T.to_csv")(pd.DataFrame({"a": [1]}))("/srv/drop/p.csv")
