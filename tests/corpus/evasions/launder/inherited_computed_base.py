# reaches: an own class's base is chosen by an expression
import pandas as pd
bases = {"a": pd.DataFrame}
class Report(bases["a"]):
    def save(self):
        return self.to_csv("/srv/drop/x.csv")
Report({"a": [1]}).save()
