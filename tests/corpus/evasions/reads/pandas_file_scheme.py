# reaches: a scheme without slashes
import pandas as pd

print(pd.read_csv('file:/srv/secret.txt', header=None))
