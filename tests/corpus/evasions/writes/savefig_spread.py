# reaches: savefig with spread keywords
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.plot([1, 2])
plt.savefig(**{"fname": "/srv/drop/b.png"})
