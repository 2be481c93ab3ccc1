import pandas as pd
df = pd.DataFrame({"x": [1, 2], "y": [3.14159, 2.71828]})
lines = ["| " + " | ".join(df.columns) + " |", "|" + "---|" * df.shape[1]]
lines += ["| " + " | ".join(f"{v:.2f}" for v in row) + " |" for row in df.values]
print("\n".join(lines))
print(df.round({"y": 2}).to_latex(index=False).splitlines()[0])
