import json

import numpy as np
import pandas as pd

scores = pd.read_csv("grades.csv")[["quiz", "midterm", "project", "final"]].dropna()
X = scores.to_numpy()
Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)

U, S, Vt = np.linalg.svd(Z, full_matrices=False)
explained = S**2 / np.sum(S**2)
first = Vt[0] * np.sign(Vt[0].sum())
projected = Z @ first

print(json.dumps({
    "students": len(Z),
    "explained": explained.round(3).tolist(),
    "loadings": dict(zip(scores.columns, first.round(3).tolist())),
    "highest": int(scores.index[projected.argmax()]),
    "orthonormal": bool(np.allclose(Vt @ Vt.T, np.eye(4))),
}, indent=1))
