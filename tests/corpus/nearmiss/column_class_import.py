# harmless: a trade table with the columns import, export and class
import pandas as pd
trade = pd.DataFrame({"class": ["food", "steel"], "import": [5, 7], "export": [6, 3]})
print((trade["export"] - trade["import"]).tolist(), trade["class"].tolist())
