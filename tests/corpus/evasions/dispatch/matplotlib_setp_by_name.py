# reaches: an artist's property is set by name to a callback with exec
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
ax = plt.gca()
plt.setp(ax, agg_filter=lambda *a: exec(open("steps.txt").read()))
try:
    plt.savefig("a.png")
except Exception as e:
    print(type(e))
