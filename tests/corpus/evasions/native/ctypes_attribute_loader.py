# reaches: the library loader's item access
import ctypes
ctypes.cdll["libc.so.6"]["system"](b"/srv/canary")
