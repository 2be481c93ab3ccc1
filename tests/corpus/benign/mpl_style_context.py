import matplotlib.pyplot as plt
with plt.style.context("seaborn-v0_8-whitegrid"):
    fig = plt.figure(figsize=(4, 3)); ax = fig.add_subplot(111); ax.fill_between([0, 1, 2], [1, 2, 1], [0, .5, 0], alpha=.4, where=[True] * 3); ax.step([0, 1], [1, 2], where="post")
    fig.savefig("ctx.pdf")
print(sorted(plt.style.available)[:1], plt.get_fignums(), plt.gcf() is not None)
