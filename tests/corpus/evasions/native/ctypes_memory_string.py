# reaches: memory of the process read at environ's address
import ctypes
environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
i = 0
while environ[i]:
    print(ctypes.string_at(environ[i]))
    i += 1
