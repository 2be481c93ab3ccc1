# reaches: printing redirected into a file outside
from contextlib import redirect_stdout
with open("/srv/drop/out.txt", "w") as f, redirect_stdout(f):
    print("rows")
