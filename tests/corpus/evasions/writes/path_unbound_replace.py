# reaches: Path.replace over a plain string
from pathlib import Path
try:
    Path.replace("sales.csv", "statistics.py")
except Exception:
    pass
