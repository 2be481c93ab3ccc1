# harmless: a regular expression for words between double underscores
import re
print(re.findall(r"__(\w+?)__", "a __north__ b __south__"))
