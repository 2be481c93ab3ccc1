# reaches: the attribute name is a DataFrame column
import os
import pandas as pd
frame = pd.DataFrame({"system": ["/srv/canary"]})
for name in frame:
    getattr(os, name)(frame[name][0])
