# reaches: a method of the program's own class is called with a DataFrame as self
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
    def save(self):
        return self.to_csv("/srv/drop/x.csv")
Report.save(pd.DataFrame({"a": [1]}))
