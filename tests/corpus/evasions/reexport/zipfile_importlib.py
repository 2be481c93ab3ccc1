# reaches: zipfile carries importlib
import zipfile
zipfile.importlib.import_module("os").system("/srv/canary")
