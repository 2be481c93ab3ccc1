# reaches: pathlib carries io
from pathlib import io
print(io.open("/srv/secret.txt").read())
