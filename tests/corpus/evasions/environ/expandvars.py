# reaches: os.path.expandvars
from os.path import expandvars
print(expandvars("$CORPUS_TOKEN"))
