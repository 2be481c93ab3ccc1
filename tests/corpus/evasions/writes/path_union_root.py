# reaches: one of the parts of a Path begins at the root
from pathlib import Path
import pandas as pd
df = pd.DataFrame({'a': [1]})
for folder in ("/srv/drop", "out"):
    df.to_csv(Path("x") / folder / "p.csv")
