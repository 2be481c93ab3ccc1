# reaches: a frame's local is read through a structure over its address
import ctypes
secret = open("path.txt").read().strip()
names = {"f": open}
box = ctypes.py_object(names["f"])
opener = ctypes.py_object.from_address(ctypes.addressof(box)).value
print(opener(secret).read())
