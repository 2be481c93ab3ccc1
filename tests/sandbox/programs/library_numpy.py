# numpy saves and loads its own files, and text -- ok
# with: packages guard memory_mb=700 file_mb=16 disk_mb=32 modules=numpy results=*.npy,*.npz,*.txt
import numpy as np

a = np.arange(12.0).reshape(3, 4)
np.save("a.npy", a)
np.savez("b.npz", a=a, b=a * 2)
np.savetxt("c.txt", a)
assert np.load("a.npy").sum() == 66
assert np.load("b.npz")["b"].sum() == 132
assert np.loadtxt("c.txt").shape == (3, 4)
assert np.genfromtxt("input.csv", delimiter=",", names=True)["b"] == 2
m = np.load("a.npy", mmap_mode="r")
print("contained", m[1, 1], np.linalg.solve(np.eye(2), [1, 2]), np.random.default_rng(1).random() < 1)
