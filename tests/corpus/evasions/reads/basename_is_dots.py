# reaches: the last name of a path is two dots
import os

print(open(os.path.join(os.path.basename("a/" + str(json_text := "..")), "srv/secret.txt")).read())
