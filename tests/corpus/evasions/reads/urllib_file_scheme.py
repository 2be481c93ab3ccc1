# reaches: urllib opens a file: address
from urllib.request import urlopen
print(urlopen("file:///srv/secret.txt").read())
