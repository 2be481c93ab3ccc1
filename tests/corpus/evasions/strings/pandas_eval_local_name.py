# reaches: pandas.eval finds the caller's names without a sign
import pandas as pd
reader = pd.DataFrame
print(pd.eval("pd.read_csv('/srv/secret.txt')", engine="python", parser="pandas"))
