# reaches: a parenthesised with statement binds exec
from contextlib import nullcontext
with (
    open("steps.txt") as f,
    nullcontext(exec) as run,
):
    run(f.read())
