import numpy as np

# currents in a three-loop resistor network: R i = v
R = np.array([
    [15.0, -5.0, 0.0],
    [-5.0, 20.0, -8.0],
    [0.0, -8.0, 12.0],
])
v = np.array([10.0, 0.0, -4.0])

system = np.column_stack([R, v])
print("rank of the augmented system:", np.linalg.matrix_rank(system))

currents = np.linalg.solve(R, v)
for n, i in enumerate(currents, start=1):
    print(f"i{n} = {i:+.4f} A")
print("residual below 1e-12:", bool(np.linalg.norm(R @ currents - v) < 1e-12))
print(f"condition number {np.linalg.cond(R):.2f}, determinant {np.linalg.det(R):.1f}")

power = currents @ R @ currents
print(f"dissipated power {power:.3f} W, delivered {v @ currents:.3f} W")

# Jacobi iteration reaches the same answer
D = np.diag(R)
off = R - np.diagflat(D)
x = np.zeros(3)
for k in range(200):
    x_new = (v - off @ x) / D
    if np.max(np.abs(x_new - x)) < 1e-10:
        break
    x = x_new
print("jacobi agrees:", bool(np.allclose(x_new, currents, atol=1e-8)))
