# reaches: pandas.read_pickle bound to another name
import pandas as pd
load_frame = pd.read_pickle
load_frame("model.pkl")
