# reaches: the environment is cleared
import os
os.environ.clear()
