import numpy as np

data = np.genfromtxt("patients.csv", delimiter=",", skip_header=1, usecols=(1, 7, 8))
age, bmi, systolic = data.T

edges = np.quantile(bmi, [0, 0.25, 0.5, 0.75, 1])
group = np.clip(np.searchsorted(edges, bmi, side="right") - 1, 0, 3)

print("quartile  n  bmi range      mean systolic  mean age")
for q in range(4):
    mask = group == q
    print(f"Q{q + 1}       {mask.sum():>3}  {edges[q]:5.1f}-{edges[q + 1]:5.1f}  {systolic[mask].mean():12.1f}  {age[mask].mean():9.1f}")
r = np.corrcoef(bmi, systolic)[0, 1]
print(f"correlation of bmi and systolic pressure: {r:+.3f}")
