# no bytecode is written beside modules -- ok
import os
import this

print("contained" if not os.access("/usr/lib/python3.11/__pycache__", os.W_OK) else "ESCAPED")
