# reaches: type is given away, and what comes back is called
import pandas as pd

with open("out.csv", "w") as f:
    f.write("a\n1\n")
pieces = [pd.read_csv("out.csv", chunksize=1)]
for made in map(type, pieces):
    print(made("/srv/secret.txt").read())
