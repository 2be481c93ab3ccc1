# reaches: read_csv of an object with __fspath__
import pandas as pd
class B:
    def __fspath__(self):
        return "/srv/secret.txt"
print(pd.read_csv(B()).columns[0])
