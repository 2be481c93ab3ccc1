# a module in the working folder is not imported -- error
with open("planted.py", "w") as f:
    f.write("print('ESCAPED')")
import planted
