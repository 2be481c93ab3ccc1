# reaches: a variable is an own object on one branch only
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
r = Report()
for k in range(2):
    r.to_csv("/srv/drop/x.csv")
    r = pd.DataFrame({"a": [1]})
