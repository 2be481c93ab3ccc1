# reaches: multiprocessing's own pickler module
from multiprocessing.reduction import ForkingPickler
ForkingPickler.loads(open("model.pkl", "rb").read())
