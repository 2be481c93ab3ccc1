# harmless: a table with the columns eval and exec
import pandas as pd
scores = pd.DataFrame({"name": ["x", "y"], "eval": [3, 5], "exec": [1, 2]})
scores["total"] = scores["eval"] + scores["exec"]
print(scores.sort_values("total", ascending=False)["name"].tolist())
