# reaches: telnetlib
import telnetlib
try:
    telnetlib.Telnet("192.0.2.12", timeout=1)
except OSError:
    pass
