# reaches: the text of Path('./') is one dot, and another one makes it climb
from pathlib import Path

print(open(f"{Path('./')}./srv/secret.txt").read())
