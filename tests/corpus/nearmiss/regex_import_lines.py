# harmless: a regular expression that finds import lines in a text
import re
text = "import os\nfrom sys import path\nx = 1\n"
print(re.findall(r"^(?:from|import)\s+(\w+)", text, re.M))
