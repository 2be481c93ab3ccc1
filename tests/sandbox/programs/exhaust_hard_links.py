# names of one file count as files -- ok,file_limit
import os

made = 0
open("one", "w").close()
try:
    while made < 100000:
        os.link("one", f"name{made}")
        made += 1
except OSError:
    pass
print("ESCAPED" if made > 200 else "contained", made)
