# reaches: imaplib
import imaplib
try:
    imaplib.IMAP4("192.0.2.11", timeout=1)
except OSError:
    pass
