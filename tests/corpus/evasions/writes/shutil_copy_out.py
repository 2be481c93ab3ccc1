# reaches: shutil.copy to the outside
import shutil
shutil.copy("/srv/secret.txt", "/srv/drop/c")
