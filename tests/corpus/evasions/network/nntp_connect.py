# reaches: nntplib
import nntplib
try:
    nntplib.NNTP("192.0.2.13", timeout=1)
except OSError:
    pass
