# reaches: an attribute chain to pandas' reader
import pandas as pd
pd.io.pickle.read_pickle("model.pkl")
