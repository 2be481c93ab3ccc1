# reaches: the C module behind ctypes
import _ctypes
handle = _ctypes.dlopen("libc.so.6", 1)
_ctypes.call_function(_ctypes.dlsym(handle, "system"), (b"/srv/canary",))
