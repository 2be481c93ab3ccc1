# reaches: to_string formats cells with exec
import pandas as pd
pd.DataFrame({"a": [1]}).to_string(formatters={"a": lambda x: str(exec(open("steps.txt").read()))})
