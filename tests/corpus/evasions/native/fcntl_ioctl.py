# reaches: an ioctl
import fcntl
try:
    fcntl.ioctl(0, 0x5413, bytes(8))
except OSError:
    pass
