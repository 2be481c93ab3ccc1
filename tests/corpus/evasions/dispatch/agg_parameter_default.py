# reaches: an aggregate's name in a parameter with a harmless default
import pandas as pd
def total(s, how="sum", *rest):
    return s.agg(how, 0, *rest)
total(pd.Series([1]), "to_csv", "/srv/drop/p.csv")
