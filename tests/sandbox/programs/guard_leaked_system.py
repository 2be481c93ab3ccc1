# a command by a leaked module is a violation -- violation
# with: guard
import random

random._os.system("id")
print("ESCAPED")
