# reaches: an input is cut to nothing
import os
os.truncate("sales.csv", 0)
