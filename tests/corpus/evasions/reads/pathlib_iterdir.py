# reaches: Path.iterdir of a foreign directory
from pathlib import Path
print([p.name for p in Path("/srv").iterdir()])
