# reaches: an Unpickler object
import pickle
pickle.Unpickler(open("model.pkl", "rb")).load()
