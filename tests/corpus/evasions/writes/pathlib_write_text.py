# reaches: Path.write_text outside
from pathlib import Path
Path("/srv/drop", "w.txt").write_text("x")
