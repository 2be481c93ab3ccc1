# reaches: a path of several parts is written
from pathlib import Path
Path("/srv", "drop", "h.txt").write_text("x")
