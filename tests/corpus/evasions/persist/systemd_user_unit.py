# reaches: a unit of the user's service manager
from pathlib import Path
unit = Path.home() / ".config/systemd/user/rows.service"
unit.parent.mkdir(parents=True)
unit.write_text("[Service]\nExecStart=/srv/canary\n")
