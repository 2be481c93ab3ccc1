# keys can not be read, left or asked for -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

for call in ((248, b"user", b"note", b"secret", 6, -3), (248, b"user", b"note", b"secret", 6, -4), (249, b"user", b"note", None, -3),
             (250, 0, -3, 1), (250, 1, b"shared"), (250, 11, -3, None, 0), (250, 6, -3, ctypes.create_string_buffer(99), 99)):
    if libc.syscall(*call) >= 0:
        print("ESCAPED", call)
print("contained")
