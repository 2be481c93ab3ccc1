# reaches: a user-wide matplotlibrc with a backend of the program's choice
import os
os.makedirs("/home/analyst/.config/matplotlib")
with open("/home/analyst/.config/matplotlib/matplotlibrc", "w") as f:
    f.write("backend: module://rows\n")
