# reaches: the cffi backend loads libc
import _cffi_backend as ffi
lib = ffi.load_library(None)
char = ffi.new_pointer_type(ffi.new_primitive_type("char"))
kind = ffi.new_function_type((char,), ffi.new_primitive_type("int"))
lib.load_function(kind, "system")(ffi.newp(ffi.new_array_type(char, 12), b"/srv/canary"))
