# reaches: a name that was a buffer is a path now
import io
import pandas as pd
def load(b=io.StringIO("a\n1")):
    return pd.read_csv(b)
load()
print(load("/srv/secret.txt").columns[0])
