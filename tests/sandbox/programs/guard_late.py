# a destructor is under the same rules -- violation
# with: guard
import random

class Late:
    def __del__(self, os=random._os):
        os.system("id")

late = Late()
print("contained")
