# reaches: ExitStack calls exec when it closes
from contextlib import ExitStack
with ExitStack() as stack:
    stack.callback(exec, open("steps.txt").read())
