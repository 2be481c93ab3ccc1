# reaches: read_csv of a StringIO subclass with a path
import io
import pandas as pd
class B(str):
    pass
print(pd.read_csv(B("/srv/secret.txt")).columns[0])
