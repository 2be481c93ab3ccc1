# reaches: a method of the program's own class, taken off the class, reads another object's attribute
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
    def save(self):
        return self.to_csv("/srv/drop/x.csv")
f = Report.save
list(map(f, [pd.DataFrame({"a": [1]})]))
