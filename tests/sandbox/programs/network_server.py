# no port can be opened -- violation
import http.server

try:
    http.server.HTTPServer(("127.0.0.1", 8000), http.server.BaseHTTPRequestHandler)
    print("ESCAPED")
except OSError:
    print("contained")
