# reaches: Path.read_text of an absolute path
from pathlib import Path
print(Path("/srv/secret.txt").read_text())
