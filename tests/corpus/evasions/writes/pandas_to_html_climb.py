# reaches: DataFrame.to_html with a climbing path
import pandas as pd
pd.DataFrame({"a": [1]}).to_html("../srv/drop/p.html")
