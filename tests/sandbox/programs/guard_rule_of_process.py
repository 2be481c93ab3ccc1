# a process has its rule and line -- violation
# with: guard modules=os rule=capability.process line=5
import os

os.system("true")
print("ESCAPED")
