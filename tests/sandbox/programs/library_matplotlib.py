# charts as PNG, SVG and PDF with matplotlib -- ok
# with: packages guard memory_mb=900 file_mb=16 disk_mb=48 modules=matplotlib,pandas,numpy,io results=*.png,*.svg,*.pdf
import io

import matplotlib.pyplot as plt
import pandas as pd

fig, axes = plt.subplots(1, 2)
axes[0].plot([1, 2, 3], label="$x^2$")
axes[0].legend()
axes[0].set_title("\u00e4 title")
pd.DataFrame({"a": [1, 2]}).plot.bar(ax=axes[1])
for kind in ("png", "svg", "pdf"):
    fig.savefig(f"chart.{kind}")
held = io.BytesIO()
fig.savefig(held, format="png")
plt.close("all")
pd.DataFrame({"a": [1, 2]}).plot().figure.savefig("other.png", dpi=50)
print("contained", len(held.getvalue()) > 1000, plt.rcParams["figure.dpi"])
