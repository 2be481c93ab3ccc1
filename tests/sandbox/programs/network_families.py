# no family of sockets is open -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
got = []
for family in range(0, 46):
    for kind in (1, 2, 3, 5):
        fd = libc.socket(family, kind, 0)
        if fd >= 0:
            got.append((family, kind))
print("ESCAPED" if got else "contained", got)
