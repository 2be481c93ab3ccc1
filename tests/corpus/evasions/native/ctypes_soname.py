# reaches: a library of the system opened by its soname
import ctypes
ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
