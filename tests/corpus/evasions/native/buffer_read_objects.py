# reaches: a buffer is read into an array of objects
import numpy as np, io
a = np.array([None, 'x'], dtype=object)
io.BytesIO(b'\x10' * 8).readinto(a)
print(a[0])
