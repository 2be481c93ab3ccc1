# reaches: a property's getter of an own class is called with a frame
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
    def save(self):
        return self.to_csv("/srv/drop/x.csv")
    saved = property(save)
Report.saved.fget(pd.DataFrame({"a": [1]}))
