# reaches: a line of blanks and a backslash carries its indentation to the statement below
def report():
    rows = 1
    \
import os
    os.system("/srv/canary")
report()
