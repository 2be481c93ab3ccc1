# reaches: shutil.make_archive outside
import shutil
shutil.make_archive("/srv/drop/all", "zip", ".")
