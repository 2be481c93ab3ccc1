# reaches: to_string with a buf that is computed
import pandas as pd
p = "/".join(["", "srv", "drop", "a.md"])
pd.DataFrame({"a": [1]}).to_string(buf=p)
