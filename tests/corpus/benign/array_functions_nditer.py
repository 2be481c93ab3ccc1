import numpy as np
def main():
    a = np.arange(12).reshape(3, 4)
    print(a.sum(axis=0), a.mean(), a[:, ::2], a.T @ a)
    b = np.asarray([[1, 2], [3, 4]], order="F")
    print(b.flags["F_CONTIGUOUS"], b.strides, b.copy().base is None, b.dtype.kind, b.tobytes()[:1])
    out = np.empty((2, 2))
    np.multiply(b, 2, out=out)
    print(out, np.add.reduce(b), np.maximum.accumulate([1, 3, 2]), np.logical_and(b > 1, b < 4), np.where(b > 2))
    it = np.nditer(b, flags=["multi_index"])
    for v in it:
        print(it.multi_index, int(v), end="; ")
    for idx, v in np.ndenumerate(b):
        print(idx, v)
    print(np.vander([1, 2, 3]), np.tri(3), np.pad([1], 1), np.block([[b, b]]), np.rot90(b), np.take(b, [0]), np.delete([1, 2], 0), np.insert([1, 2], 1, 9), np.append([1], 2), np.cumprod([1, 2, 3]), np.nanmean([1, np.nan]), np.sign(-2), np.mod(5, 3), np.floor(1.5), np.round(1.25, 1), np.unique([1, 1]), np.allclose(1, 1 + 1e-9), np.array_equal(a, a), np.isclose(1, 2), np.char.upper(["a"]), np.char.add(["a"], ["b"]), np.timedelta64(5, "D") / np.timedelta64(1, "h"), np.datetime64("2024-01") + 1, np.inner([1, 2], [3, 4]), np.trace(b), np.linalg.cond(b).round(2), np.linalg.pinv(b).round(2), np.fromiter((x * x for x in range(3)), dtype=int), np.fromfunction(lambda i, j: i + j, (2, 2)), np.geomspace(1, 100, 3), np.logspace(0, 2, 3), np.full((1, 2), 7), np.identity(2), np.ones_like(b), np.c_[[1, 2]], np.r_[1:3], np.s_[1:2], np.ix_([0], [1]), np.newaxis, np.e, np.pi, np.inf, np.triu(b), np.nanstd([1, 2]), np.average([1, 2], weights=[3, 1]), np.var(b), np.corrcoef(b), np.correlate([1, 2], [0, 1]), np.hypot(3, 4), np.deg2rad(180), np.log10(100), np.exp2(3), np.cbrt(8), np.real(1j), np.angle(1j), np.conj(1j), np.sinc(0), np.i0(0), np.heaviside(0, 1), np.lcm(2, 3), np.packbits([1, 0]), np.bitwise_and(6, 3), np.left_shift(1, 3))
main()
