# another personality is told -- violation
# with: what=personality
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.personality(0x400000)
print("ESCAPED" if said >= 0 else "contained")
