# reaches: email.utils carries socket
import email.utils
s = email.utils.socket.socket(2, 2)
s.connect(("192.0.2.7", 9))
