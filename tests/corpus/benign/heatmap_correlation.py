import json

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

wide = pd.read_csv("sensors.csv").pivot(index="timestamp", columns="tag", values="value").dropna()
corr = wide.corr(method="spearman")

fig, ax = plt.subplots(figsize=(4, 3.5))
image = ax.imshow(corr.values, cmap="coolwarm", vmin=-1, vmax=1)
ax.set_xticks(range(len(corr)))
ax.set_xticklabels(corr.columns, rotation=45, ha="right")
ax.set_yticks(range(len(corr)))
ax.set_yticklabels(corr.index)
for i in range(len(corr)):
    for j in range(len(corr)):
        ax.text(j, i, f"{corr.iat[i, j]:.2f}", ha="center", va="center", fontsize=8)
fig.colorbar(image, ax=ax, shrink=0.8)
fig.tight_layout()
fig.savefig("heatmap.png")
plt.close("all")

print(json.dumps({"rows": len(wide), "corr": corr.round(3).to_dict()}))
