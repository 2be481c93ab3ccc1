# reaches: a series keeps the list of its cells
import pandas as pd

cells = [["sales.csv"]]
series = pd.Series(cells)
series[0][0] = "/srv/secret.txt"
print(open(cells[0][0]).read())
