# harmless: read_csv from text in the program
import io
import pandas as pd
print(pd.read_csv(io.StringIO("system,open\nA,1\nB,2\n"))["open"].sum())
