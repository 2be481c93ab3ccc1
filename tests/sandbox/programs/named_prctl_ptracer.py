# prctl that sets ptracer is told -- violation
# with: what=prctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.prctl(1499557217, 1, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
