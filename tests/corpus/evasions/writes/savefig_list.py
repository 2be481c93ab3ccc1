# reaches: savefig with a path out of a changed list
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
names = ["a.png"]
names.append("/srv/drop/a.png")
for n in names:
    plt.savefig(n)
