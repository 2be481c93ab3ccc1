import matplotlib.pyplot as plt, numpy as np
fig = plt.figure(figsize=(8, 3)); gs = fig.add_gridspec(1, 3)
a = fig.add_subplot(gs[0, 0]); b = fig.add_subplot(gs[0, 1]); c = fig.add_subplot(gs[0, 2], projection="polar")
wedges, texts, auto = a.pie([3, 2, 1], labels=["x", "y", "z"], autopct="%1.1f%%", startangle=90, explode=(.1, 0, 0)); a.axis("equal")
b.stackplot(range(4), [1, 2, 3, 4], [2, 2, 2, 2], labels=["p", "q"]); b.legend(fontsize="small"); b.set_yscale("log")
th = np.linspace(0, 2 * np.pi, 60); c.plot(th, 1 + np.sin(3 * th)); c.set_rmax(2); c.set_theta_zero_location("N")
plt.savefig("pie.png", transparent=True); print([t.get_text() for t in auto])
