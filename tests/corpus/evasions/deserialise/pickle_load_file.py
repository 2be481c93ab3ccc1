# reaches: pickle.load of an input file
import pickle
pickle.load(open("model.pkl", "rb"))
