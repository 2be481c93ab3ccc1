# reaches: http.client
import http.client
try:
    http.client.HTTPConnection("192.0.2.7", timeout=1).request("GET", "/")
except OSError:
    pass
