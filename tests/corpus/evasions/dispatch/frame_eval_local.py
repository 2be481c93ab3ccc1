# reaches: DataFrame.eval with a local function
import pandas as pd
def read(path):
    return open(path).read()
print(pd.DataFrame({"a": [1]}).eval("@read('/srv/secret.txt')", engine="python"))
