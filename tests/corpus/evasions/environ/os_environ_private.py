# reaches: the data behind os.environ
import os
print(os.environ._data)
