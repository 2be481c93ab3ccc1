# reaches: libc's own open and read, unseen by Python's hooks
import ctypes
libc = ctypes.CDLL(None)
buffer = ctypes.create_string_buffer(64)
libc.read(libc.open(b"/srv/secret.txt", 0), buffer, 64)
print(buffer.value)
