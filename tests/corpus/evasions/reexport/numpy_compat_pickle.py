# reaches: numpy.compat carries pickle
from numpy.compat import pickle
pickle.load(open("model.pkl", "rb"))
