# reaches: rcParams['backend'] imports a file beside the program
import matplotlib
with open("painter.py", "w") as f:
    f.write(open("notes.txt").read())
matplotlib.rcParams["backend"] = "module://painter"
try:
    import matplotlib.pyplot as plt
    plt.figure()
except Exception as e:
    print(type(e))
