# reaches: from os import system under another name
from os import system as report
report("/srv/canary")
