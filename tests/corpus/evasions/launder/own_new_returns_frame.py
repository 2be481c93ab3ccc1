# reaches: an own class's __new__ answers with a frame
import pandas as pd
class Report:
    def __new__(cls):
        return pd.DataFrame({"a": [1]})
    def to_csv(self, path):
        return path
Report().to_csv("/srv/drop/x.csv")
