# reaches: one of the texts that os.path.join gets begins at the root
import os
import pandas as pd
df = pd.DataFrame({'a': [1]})
for folder in ("/srv/drop", "out"):
    df.to_csv(os.path.join("x", folder, "p.csv"))
