# reaches: shlex carries os
from shlex import os as words
words.system("/srv/canary")
