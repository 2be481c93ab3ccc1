# reaches: the Python implementation of io
import _pyio
print(_pyio.open("/srv/secret.txt").read())
