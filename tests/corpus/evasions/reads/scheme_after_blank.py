# reaches: a blank before an address is left out by who opens it
import pandas as pd

print(pd.read_csv(" file:%2Fsrv%2Fsecret.txt", header=None))
