# reaches: a decorated own class answers with a frame
import pandas as pd
def swap(c):
    return lambda: pd.DataFrame({"a": [1]})
@swap
class Report:
    def to_csv(self, path):
        return path
Report().to_csv("/srv/drop/x.csv")
