# reaches: a data name with another extension by with_suffix
from pathlib import Path
Path("statistics.csv").with_suffix(".py").write_text("x = 1\n")
