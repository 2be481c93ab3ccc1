# reaches: ssl.get_server_certificate
import ssl
try:
    ssl.get_server_certificate(("192.0.2.25", 443), timeout=1)
except OSError:
    pass
