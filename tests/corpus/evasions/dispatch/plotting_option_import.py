# reaches: an option's value is imported as a module when it is set
import pandas as pd
with open("charts.py", "w") as f:
    f.write(open("notes.txt").read())
try:
    pd.set_option("plot" + "ting.backend", "charts")
except Exception as e:
    print(type(e))
