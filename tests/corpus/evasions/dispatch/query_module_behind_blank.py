# reaches: an expression reaches into a module behind a blank
import pandas as pd
df = pd.DataFrame({"a": [1], 'b': [1]})
try:
    df.query("a == @pd .read_csv('/srv/secret.txt')")
except Exception as e:
    print(e)
