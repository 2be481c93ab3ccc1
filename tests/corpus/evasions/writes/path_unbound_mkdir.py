# reaches: Path.mkdir over a plain string
from pathlib import Path
Path.mkdir("/srv/drop/newdir")
