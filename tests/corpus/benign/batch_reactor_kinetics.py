import numpy as np
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# A -> B -> C, first order, integrated with the matrix exponential by scaling and squaring
K = np.array([[-0.30, 0.0, 0.0], [0.30, -0.12, 0.0], [0.0, 0.12, 0.0]])


def expm(a, terms=18):
    squarings = max(0, int(np.ceil(np.log2(np.abs(a).sum(axis=1).max()))) + 3)
    scaled = a / 2**squarings
    result = term = np.eye(len(a))
    for k in range(1, terms):
        term = term @ scaled / k
        result = result + term
    for _ in range(squarings):
        result = result @ result
    return result


times = np.linspace(0, 30, 121)
step = expm(K * (times[1] - times[0]))
conc = np.empty((len(times), 3))
conc[0] = [1.0, 0.0, 0.0]
for i in range(1, len(times)):
    conc[i] = step @ conc[i - 1]

t_max = times[conc[:, 1].argmax()]
analytic = np.log(0.30 / 0.12) / (0.30 - 0.12)

plt.plot(times, conc)
plt.legend(["A", "B", "C"])
plt.axvline(t_max, linestyle=":")
plt.xlabel("time (min)")
plt.savefig("kinetics.png")

print(f"maximum of B: {conc[:, 1].max():.4f} at {t_max:.2f} min (analytic {analytic:.2f})")
print("mass conserved:", np.allclose(conc.sum(axis=1), 1))
print("final:", conc[-1].round(4).tolist())
