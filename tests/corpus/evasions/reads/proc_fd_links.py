# reaches: the links of open descriptors
import os
print(os.listdir("/proc/self/fd"))
