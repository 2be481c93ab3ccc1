# reaches: the C module behind pickle
import _pickle
_pickle.loads(open("model.pkl", "rb").read())
