# harmless: a regular expression for a backslash and N
import re
print(re.findall(r"\\[NuU]\w*", r"x\Nab \udata plain \Uhi"))
