# reaches: gethostbyname
from socket import gethostbyname as place
try:
    place("north.example.org")
except OSError:
    pass
