# reaches: savefig with a parameter that an alias fills
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
def save(name="a.png"):
    plt.savefig(name)
save("b.png")
for f in (save,):
    f("/srv/drop/a.png")
