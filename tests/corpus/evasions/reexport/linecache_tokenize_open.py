# reaches: linecache to tokenize, whose open reads any file
from linecache import tokenize
print(tokenize.open("/srv/secret.txt").read())
