import numpy as np
dt = np.dtype([("name", "U10"), ("age", "i4"), ("w", "f8", (2,))])
a = np.array([("Al", 30, (1, 2)), ("Bo", 25, (3, 4))], dtype=dt)
print(np.sort(a, order="age")["name"], a["w"].mean(axis=0), a.dtype.names, a.dtype.itemsize, a[a["age"] > 26]["name"].tolist(), dt.fields["age"][1])
r = a.view(np.recarray)
print(r.age.max(), r.name[0], np.rec.array([(1, "a")], dtype=[("n", int), ("s", "U1")]).n, a.tobytes()[:2], np.lexsort((a["age"], a["name"])), np.unique(a["age"], return_counts=True)[1])
