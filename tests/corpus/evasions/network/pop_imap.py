# reaches: poplib
import poplib
try:
    poplib.POP3("192.0.2.10", timeout=1)
except OSError:
    pass
