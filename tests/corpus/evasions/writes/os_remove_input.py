# reaches: an input is removed
import os
os.remove("sales.csv")
