# a destructor can not add to the output -- ok
import os

class Late:
    def __del__(self, os=os):
        os.write(1, b"ESCAPED")
        os.write(2, b"ESCAPED")
        print("ESCAPED", flush=True)

late = Late()
print("contained")
