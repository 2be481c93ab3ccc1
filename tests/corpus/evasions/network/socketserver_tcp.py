# reaches: a socketserver
from socketserver import TCPServer
TCPServer(("127.0.0.1", 0), None).server_close()
