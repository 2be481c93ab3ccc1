# reaches: a finally clause binds the clean name anew, and the loop goes on
import re

name = re.sub(r"\W", "", "none")
for _ in range(2):
    try:
        print(open(f"{name}.txt").read())
    except OSError:
        continue
    finally:
        name = "/srv/secret"
