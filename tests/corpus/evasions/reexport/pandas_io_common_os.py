# reaches: pandas.io.common carries os
import pandas as pd
pd.io.common.os.system("/srv/canary")
