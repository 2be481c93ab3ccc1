# reaches: an input's mode is changed
import os
os.chmod("sales.csv", 0)
