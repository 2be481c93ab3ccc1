from __future__ import annotations
import pandas as pd
import numpy as np
import json


def chi_square(table: pd.DataFrame) -> tuple[float, int]:
    observed = table.to_numpy(dtype=float)
    expected = observed.sum(1, keepdims=True) @ observed.sum(0, keepdims=True) / observed.sum()
    return float(((observed - expected) ** 2 / expected).sum()), (observed.shape[0] - 1) * (observed.shape[1] - 1)


def t_test(a: pd.Series, b: pd.Series) -> dict[str, float]:
    va, vb = a.var() / a.count(), b.var() / b.count()
    t = (a.mean() - b.mean()) / np.sqrt(va + vb)
    dof = (va + vb) ** 2 / (va**2 / (a.count() - 1) + vb**2 / (b.count() - 1))
    return {"t": round(float(t), 3), "dof": round(float(dof), 1)}


def permutation_test(a, b, n=500, seed=0):
    rng = np.random.default_rng(seed)
    observed = abs(np.mean(a) - np.mean(b))
    pool = np.concatenate([a, b])
    hits = 0
    for _ in range(n):
        rng.shuffle(pool)
        hits += abs(pool[: len(a)].mean() - pool[len(a) :].mean()) >= observed
    return (hits + 1) / (n + 1)


def anova(groups: dict[str, np.ndarray]) -> float:
    allv = np.concatenate(list(groups.values()))
    between = sum(len(g) * (g.mean() - allv.mean()) ** 2 for g in groups.values()) / (len(groups) - 1)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups.values()) / (len(allv) - len(groups))
    return between / within


def kaplan_meier(time, event):
    df = pd.DataFrame({"t": time, "e": event}).sort_values("t")
    s, out = 1.0, []
    at_risk = len(df)
    for t, g in df.groupby("t"):
        d = int(g["e"].sum())
        s *= 1 - d / at_risk
        out.append((t, at_risk, d, round(s, 4)))
        at_risk -= len(g)
    return pd.DataFrame(out, columns=["time", "n_risk", "events", "survival"])


p = pd.read_csv("admissions.csv", parse_dates=["admitted", "discharged"])
stat, dof = chi_square(pd.crosstab(p["sex"], p["ward"]))
print(f"chi2={stat:.2f} dof={dof}")
f, m = (g["systolic"].dropna() for _, g in p.groupby("sex"))
print(t_test(f, m), f"p={permutation_test(f.to_numpy(), m.to_numpy()):.3f}")
print(f"F={anova({k: g['diastolic'].to_numpy() for k, g in p.groupby('ward')}):.3f}")
los = (p["discharged"].fillna(pd.Timestamp("2024-08-01")) - p["admitted"]).dt.days
km = kaplan_meier(los, p["discharged"].notna())
print(km.head().to_string(index=False), "median:", km.loc[km.survival.le(0.5), "time"].min())
boot = [f.sample(frac=1, replace=True, random_state=i).mean() for i in range(100)]
print(json.dumps(dict(zip(("lo", "hi"), np.percentile(boot, [2.5, 97.5]).round(2).tolist()))))
