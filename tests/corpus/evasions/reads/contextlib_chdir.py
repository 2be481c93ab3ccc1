# reaches: contextlib.chdir makes a plain name foreign
import contextlib
with contextlib.chdir("/srv"):
    print(open("secret.txt").read())
