# reaches: a bound savefig writes elsewhere
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
save = fig.savefig
save("/srv/drop/a.png")
