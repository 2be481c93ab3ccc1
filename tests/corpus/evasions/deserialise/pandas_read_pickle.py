# reaches: pandas.read_pickle
import pandas as pd
pd.read_pickle("model.pkl")
