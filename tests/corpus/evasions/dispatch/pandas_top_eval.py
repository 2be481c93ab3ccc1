# reaches: pandas.eval at the top level with a local dictionary
import pandas as pd
print(pd.eval("f(p)", engine="python", local_dict={"f": lambda p: open(p).read(), "p": "/srv/secret.txt"}))
