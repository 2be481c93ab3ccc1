# reaches: import_module imported under another name
from importlib import import_module as library
library("subprocess").run(["/srv/canary"])
