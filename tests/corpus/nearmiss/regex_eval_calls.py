# harmless: a regular expression that counts calls of eval in a text
import re
print(len(re.findall(r"\beval\s*\(", "eval (x) + evaluate(y) + eval(z)")))
