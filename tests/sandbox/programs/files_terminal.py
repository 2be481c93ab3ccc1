# no terminal is there to type into -- violation
import fcntl
import os
import termios

for fd in (0, 1, 2):
    try:
        fcntl.ioctl(fd, termios.TIOCSTI, b"x")
        print("ESCAPED typed into", fd)
    except OSError:
        pass
try:
    os.open("/dev/tty", os.O_RDWR)
    print("ESCAPED opened the terminal")
except OSError:
    pass
print("contained")
