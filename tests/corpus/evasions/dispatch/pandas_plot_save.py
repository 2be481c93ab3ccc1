# reaches: a figure taken from pandas' plot is saved outside
import matplotlib
matplotlib.use("Agg")
import pandas as pd
pd.Series([1, 2]).plot().figure.savefig("/srv/drop/h.png")
