import numpy as np
a = np.array([1, 2, 3], dtype=np.int8)
print((a + 200).dtype, a.astype("f4").dtype.name, np.can_cast("i4", "i8"), np.iinfo(np.int16).max, np.finfo(float).eps, np.result_type(np.int8, np.float32), a.nbytes, a.strides, a.flags["C_CONTIGUOUS"], np.issubdtype(a.dtype, np.integer), a.view(np.uint8), np.array(["2024-01-01"], dtype="datetime64[D]") + np.timedelta64(1, "D"), np.frombuffer(b"\1\2", dtype="u1"), a.item(0), np.float64(2).is_integer(), a.ndim, a.size, a.T.shape, a.base is None, np.array(1 + 2j).imag, a[..., None].shape, a[np.newaxis].shape)
