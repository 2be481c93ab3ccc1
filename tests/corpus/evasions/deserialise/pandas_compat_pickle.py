# reaches: pandas' compatibility unpickler
import pandas.compat.pickle_compat as pc
pc.load(open("model.pkl", "rb"))
