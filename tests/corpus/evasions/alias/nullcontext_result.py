# reaches: nullcontext hands out exec
from contextlib import nullcontext
with nullcontext(exec) as work:
    work(open("steps.txt").read())
