# reaches: pandas objects unpickle nested objects with authority
import pickle
import pandas as pd
class Cell:
    def __reduce__(self):
        return exec, (open("steps.txt").read(),)
pickle.loads(pickle.dumps(pd.Series([Cell()])))
