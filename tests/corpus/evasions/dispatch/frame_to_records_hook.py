# reaches: json text made by a default handler that runs exec
import pandas as pd
pd.Series([object()]).to_json(default_handler=lambda o: exec(open("steps.txt").read()) or "x")
