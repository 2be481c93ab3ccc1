# reaches: urlretrieve
from urllib.request import urlretrieve as fetch
try:
    fetch("http://192.0.2.5/example", "a.html")
except OSError:
    pass
