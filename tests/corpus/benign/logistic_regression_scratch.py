"""Predict readmission from age, BMI and blood pressure (toy data, toy model)."""
import json

import numpy as np
import pandas as pd

FEATURES = ["age", "bmi", "systolic"]


class LogisticRegression:
    def __init__(self, lr=0.1, epochs=800, l2=0.01):
        self.lr, self.epochs, self.l2 = lr, epochs, l2

    def fit(self, X, y):
        n, k = X.shape
        self.coef_ = np.zeros(k)
        self.intercept_ = 0.0
        for _ in range(self.epochs):
            p = self.predict_proba(X)
            gradient = X.T @ (p - y) / n + self.l2 * self.coef_
            self.coef_ -= self.lr * gradient
            self.intercept_ -= self.lr * (p - y).mean()
        return self

    def predict_proba(self, X):
        return 1 / (1 + np.exp(-(X @ self.coef_ + self.intercept_)))

    def predict(self, X, threshold=0.5):
        return (self.predict_proba(X) >= threshold).astype(int)


df = pd.read_csv("patients.csv")
X = df[FEATURES].to_numpy(dtype=float)
X = (X - X.mean(axis=0)) / X.std(axis=0)
y = df["readmitted"].to_numpy()

model = LogisticRegression().fit(X, y)
base_rate = y.mean()
predicted = model.predict(X, threshold=base_rate)
print(json.dumps({
    "coefficients": dict(zip(FEATURES, model.coef_.round(3).tolist())),
    "base_rate": round(float(base_rate), 3),
    "mean_probability": round(float(model.predict_proba(X).mean()), 3),
    "accuracy": round(float((predicted == y).mean()), 3),
}, indent=2))
