import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from pathlib import Path

shares = {"rent": 900, "food": 420, "other": 180}
fig, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
wedges, texts, numbers = left.pie(list(shares.values()), labels=list(shares), autopct="%1.0f%%", startangle=90)
right.axis("off")
right.table(cellText=[[k, v] for k, v in shares.items()], colLabels=["what", "cost"], loc="center")
fig.suptitle("Budget")
fig.tight_layout()
fig.savefig("budget.png")
print(len(wedges), [t.get_text() for t in numbers], Path("budget.png").exists())
