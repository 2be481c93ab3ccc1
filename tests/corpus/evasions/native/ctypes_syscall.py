# reaches: raw system calls through libc's syscall
import ctypes
call = ctypes.CDLL(None).syscall
buffer = ctypes.create_string_buffer(64)
call(0, call(257, -100, b"/srv/secret.txt", 0), buffer, 64)
print(buffer.value)
