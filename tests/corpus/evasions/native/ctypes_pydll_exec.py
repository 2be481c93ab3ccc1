# reaches: the interpreter's own C functions run text
import ctypes
ctypes.pythonapi.PyRun_SimpleString(open("steps.txt", "rb").read())
