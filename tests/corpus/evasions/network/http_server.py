# reaches: an HTTP server over the working directory
import http.server
http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler).server_close()
