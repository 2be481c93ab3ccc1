# reaches: Path.rename moves a file outside
from pathlib import Path
Path("/srv/drop/a").write_text("x")
Path("/srv/drop/a").rename("/srv/drop/moved.csv")
