# reaches: tokenize.open
import tokenize
print(tokenize.open("/srv/secret.txt").read())
