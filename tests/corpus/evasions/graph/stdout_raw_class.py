# reaches: the class of standard output's raw stream opens files
import sys
print(type(sys.stdout.buffer.raw)("/srv/secret.txt").read())
