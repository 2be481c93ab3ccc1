# the text of an exit code is the program's, the status is not -- error
import sys

class Code:
    def __str__(self):
        sys.exit(0)

sys.exit(Code())
