# reaches: a line in the user's shell start-up file
from pathlib import Path
(Path.home() / ".bashrc").write_text("/srv/canary\n")
