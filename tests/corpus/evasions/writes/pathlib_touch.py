# reaches: Path.touch outside
from pathlib import Path
(Path("/") / "srv/drop" / "t").touch()
