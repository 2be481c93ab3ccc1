# reaches: a function pointer cast from an address
import ctypes
libc = ctypes.CDLL(None)
address = ctypes.cast(libc.system, ctypes.c_void_p).value
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(address)(b"/srv/canary")
