# harmless: re.compile is not compile
import re
pattern = re.compile(r"(?P<system>[A-Z]+)-(?P<open>\d+)")
m = pattern.match("AB-12")
print(m["system"], m.group("open"))
