# reaches: ctypes.util.find_library starts helper programs
import ctypes.util
ctypes.util.find_library("surely-absent")
