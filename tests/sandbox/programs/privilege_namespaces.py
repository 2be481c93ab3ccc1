# no namespace of any kind can be made -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80):
    if libc.unshare(flag) == 0:
        print("ESCAPED", hex(flag))
print("contained")
