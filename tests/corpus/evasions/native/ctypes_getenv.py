# reaches: libc's getenv
import ctypes
get = ctypes.CDLL(None).getenv
get.restype = ctypes.c_char_p
print(get(b"CORPUS_TOKEN"))
