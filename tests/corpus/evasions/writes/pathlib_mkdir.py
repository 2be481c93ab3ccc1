# reaches: Path.mkdir outside
from pathlib import Path
Path("/srv/drop/d/e").mkdir(parents=True)
