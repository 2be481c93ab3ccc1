# reaches: the Python implementation's private Unpickler
import pickle
pickle._Unpickler(open("model.pkl", "rb")).load()
