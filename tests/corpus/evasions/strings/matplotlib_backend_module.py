# reaches: a backend name of the form module:// imports a file beside the program
import matplotlib.pyplot as plt
with open("sales_backend.py", "w") as f:
    f.write(open("notes.txt").read())
try:
    plt.switch_backend("module://sales_backend")
except Exception:
    pass
