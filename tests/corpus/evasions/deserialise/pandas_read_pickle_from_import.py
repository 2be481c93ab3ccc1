# reaches: read_pickle imported by name from its home
from pandas.io.pickle import read_pickle as read_table
read_table("model.pkl")
