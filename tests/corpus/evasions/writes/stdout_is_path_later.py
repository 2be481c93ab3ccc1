# reaches: sys.stdout is set to a path on the second round
import io, sys
import pandas as pd
target = io.StringIO()
for step in range(2):
    sys.stdout = target
    pd.DataFrame({"a": [1]}).to_csv(sys.stdout)
    target = "/srv/drop/e.txt"
