# reaches: ftplib
import ftplib
try:
    ftplib.FTP("192.0.2.8", timeout=1)
except OSError:
    pass
