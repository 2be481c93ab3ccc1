# a file named like a standard module changes nothing -- ok
with open("colorsys.py", "w") as f:
    f.write("print('ESCAPED')")
import colorsys

print("contained" if colorsys.__file__.startswith("/usr/lib") else "ESCAPED")
