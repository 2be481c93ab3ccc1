# reaches: re.sub takes out pairs, and lone slashes stay
import re

name = re.sub(r"[^\w]{3}", "_", "/srv/secret")
print(open(f"{name}.txt").read())
