# reaches: shutil.unpack_archive to the outside
import shutil
shutil.unpack_archive("tools.zip", "/srv/drop/u")
