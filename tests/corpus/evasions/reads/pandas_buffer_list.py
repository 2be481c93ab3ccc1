# reaches: a list of buffers gets a path
import io
import pandas as pd
sources = [io.StringIO("a\n1")]
sources.append("/srv/secret.txt")
for s in sources:
    print(pd.read_csv(s).columns[0])
