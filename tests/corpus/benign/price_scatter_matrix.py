import pandas as pd, numpy as np
from pandas.plotting import scatter_matrix, autocorrelation_plot
import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt
px = pd.read_csv("closing.csv", parse_dates=["date"], index_col="date")
r = np.log(px).diff().dropna()
scatter_matrix(r, alpha=.4, figsize=(6, 6), diagonal="kde" if False else "hist")
plt.savefig("sm.png"); plt.close()
fig, ax = plt.subplots()
autocorrelation_plot(r["AAA"], ax=ax)
ax.set_xlim([0, 50]); fig.savefig("ac.png"); plt.close(fig)
vol = r.rolling(20).std() * np.sqrt(252)
ax = vol.plot.area(stacked=False, alpha=.3, title="Volatility"); ax.figure.savefig("vol.png"); plt.close("all")
beta = r.cov()["BBB"] / r["BBB"].var()
dd = (px / px.cummax() - 1).min()
print(beta.round(3).to_dict(), dd.round(3).to_dict(), vol.iloc[-1].round(3).tolist())
corr = r.corr().where(~np.eye(3, dtype=bool)).stack()
print(corr.idxmax(), r.resample("M").sum().shape, r.groupby(r.index.dayofweek).mean().idxmax().to_dict())
