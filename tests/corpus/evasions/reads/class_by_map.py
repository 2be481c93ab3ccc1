# reaches: map calls the class of an opened table
import pandas as pd

with open("out.csv", "w") as f:
    f.write("a\n1\n")
with pd.read_csv("out.csv", chunksize=1) as pieces:
    for other in map(type(pieces), ["/srv/secret.txt"]):
        print(other.read())
