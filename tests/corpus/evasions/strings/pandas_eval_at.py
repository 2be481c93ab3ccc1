# reaches: pandas.eval reaches Python objects by @
import pandas as pd
read = open
print(pd.DataFrame({"a": [1]}).eval("@read('/srv/secret.txt').read()", engine="python"))
