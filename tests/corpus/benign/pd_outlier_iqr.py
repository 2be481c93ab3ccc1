import pandas as pd
s = pd.Series([10, 12, 11, 13, 95, 12, 11, -40])
q1, q3 = s.quantile(0.25), s.quantile(0.75)
iqr = q3 - q1
mask = s.between(q1 - 1.5 * iqr, q3 + 1.5 * iqr)
print(s[~mask].tolist(), s[mask].mean().round(2), ((s - s.mean()) / s.std(ddof=0)).abs().round(1).tolist(), s.rank(method="dense").tolist(), s.mad() if False else (s - s.mean()).abs().mean())
