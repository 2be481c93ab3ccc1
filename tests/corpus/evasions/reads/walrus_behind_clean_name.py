# reaches: a walrus in the same expression binds the clean name anew
import re

name = re.sub(r"\W", "", "none")
print((name := "/srv/secret") and open(f"{name}.txt").read())
