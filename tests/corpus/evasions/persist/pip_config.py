# reaches: a package index for later installations
from pathlib import Path
conf = Path.home().joinpath(".config", "pip", "pip.conf")
conf.parent.mkdir(parents=True)
conf.write_text("[global]\nindex-url = http://192.0.2.1/\n")
