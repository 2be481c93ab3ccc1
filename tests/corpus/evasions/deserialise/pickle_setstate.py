# reaches: __setstate__ runs with data from a pickle
import os, pickle
class Row:
    def __getstate__(self):
        return {"run": "/srv/canary"}
    def __setstate__(self, state):
        os.system(state["run"])
pickle.loads(pickle.dumps(Row()))
