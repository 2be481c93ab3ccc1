# reaches: an object is made from an address
import ctypes
ctypes.cast(id(eval), ctypes.py_object).value(open("notes.txt").read())
