# reaches: a column's apply calls the function of titles
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
k = json.loads('{"use' 'tex": true}')
import pandas as pd
pd.Series(["x"]).apply(plt.title, args=(k,))
plt.savefig("a.png")
