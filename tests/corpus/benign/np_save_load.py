import io
import numpy as np
a = np.arange(6).reshape(2, 3)
np.save("arr.npy", a); np.savez("both.npz", a=a, b=a * 2); np.savetxt("arr.csv", a, delimiter=",", fmt="%d", header="x,y,z", comments="")
print(np.load("arr.npy").sum(), sorted(np.load("both.npz").files), np.loadtxt("arr.csv", delimiter=",", skiprows=1), np.genfromtxt(io.StringIO("1,,3"), delimiter=",", filling_values=0))
with np.load("both.npz") as z:
    print(z["b"].tolist())
b = io.BytesIO(); np.save(b, a); b.seek(0); print(np.load(b).shape)
