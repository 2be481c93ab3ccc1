# reaches: a parameter is annotated with an own class and given a frame
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
def save(r: Report):
    return r.to_csv("/srv/drop/x.csv")
save(pd.DataFrame({"a": [1]}))
