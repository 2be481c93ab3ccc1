# reaches: a match pattern binds the clean name anew
import re

name = re.sub(r"\W", "", "none")
match "/srv/secret":
    case name:
        pass
print(open(f"{name}.txt").read())
