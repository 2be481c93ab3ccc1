# reaches: an own class holds a frame under a method's name
import pandas as pd
class Report:
    to_csv = pd.DataFrame({"a": [1]}).to_csv
Report().to_csv("/srv/drop/x.csv")
