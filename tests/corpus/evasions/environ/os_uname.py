# reaches: os.uname
import os
print(os.uname())
