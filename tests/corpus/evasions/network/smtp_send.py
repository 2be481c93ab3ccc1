# reaches: smtplib
import smtplib
try:
    smtplib.SMTP("192.0.2.9", timeout=1)
except OSError:
    pass
