# harmless: a table with the columns system, process and shell
import pandas as pd
frame = pd.DataFrame({"system": ["A", "B", "A"], "process": ["mill", "mill", "lathe"], "shell": [3, 4, 5]})
print(frame.groupby("system")["shell"].sum().to_dict())
