# the fault handler's own crash is the program's end -- signal
# with: guard
import random

for kind in object.__subclasses__():
    if kind.__name__ == "BuiltinImporter":
        kind.load_module("faulthandler")._sigsegv()
        print("ESCAPED")
