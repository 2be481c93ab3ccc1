# a mount can not be changed, by any of the calls for it -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

MS_REMOUNT, MS_BIND = 32, 4096
for call in ((165, b"none", b"/box/input.csv", None, MS_REMOUNT | MS_BIND, None), (165, b"/tmp", b"/box", None, MS_BIND, None),
             (166, b"/box/input.csv", 2), (442, -100, b"/box", 0, ctypes.create_string_buffer(32), 32),
             (428, -100, b"/box", 1), (429, -1, b"", -100, b"/box", 4), (432, -1, 6, 0), (430, b"tmpfs", 0)):
    if libc.syscall(*call) >= 0:
        print("ESCAPED", call)
print("contained")
