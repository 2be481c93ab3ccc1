# a crash of the interpreter is a signal -- signal
import ctypes

ctypes.string_at(0)
