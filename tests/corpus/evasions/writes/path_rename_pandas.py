# reaches: Path.rename where pandas is imported and rename is ordinary
import pandas as pd
from pathlib import Path
for p in [Path("sales.csv")]:
    p.rename("statistics.py")
