# reaches: urllib.request.urlopen
import urllib.request
try:
    urllib.request.urlopen("http://192.0.2.4/example", timeout=1)
except OSError:
    pass
