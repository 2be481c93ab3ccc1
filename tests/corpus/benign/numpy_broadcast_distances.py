import json

import numpy as np

cities = ["Lisbon", "Tromso", "Vienna", "Athens"]
coords = np.radians(np.array([[38.72, -9.14], [69.65, 18.96], [48.21, 16.37], [37.98, 23.73]]))
EARTH_KM = 6371.0

lat = coords[:, 0][:, None]
lon = coords[:, 1][:, None]
dlat = lat - lat.T
dlon = lon - lon.T
a = np.sin(dlat / 2) ** 2 + np.cos(lat) * np.cos(lat.T) * np.sin(dlon / 2) ** 2
km = 2 * EARTH_KM * np.arcsin(np.sqrt(a))

masked = np.where(np.eye(len(cities), dtype=bool), np.inf, km)
nearest = masked.argmin(axis=1)
print(json.dumps({
    "distances": {c: dict(zip(cities, row.round(0).astype(int).tolist())) for c, row in zip(cities, km)},
    "nearest": {c: cities[j] for c, j in zip(cities, nearest)},
    "symmetric": bool(np.allclose(km, km.T)),
}))
