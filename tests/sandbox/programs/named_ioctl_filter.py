# an ioctl of a filter's listener is told -- violation
# with: what=ioctl
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.ioctl(0, 0xc0502100, ctypes.create_string_buffer(128))
print("ESCAPED" if said >= 0 else "contained")
