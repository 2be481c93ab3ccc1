# reaches: zipapp writes an executable archive outside
import zipapp, os
os.mkdir("app")
open("app/__main__.py", "w").write("1")
zipapp.create_archive("app", "/srv/drop/a.pyz", interpreter="/usr/bin/python3")
