# reaches: the C module behind socket
import _socket
s = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
try:
    s.connect(("192.0.2.3", 1))
except OSError:
    pass
