import numpy as np
x, y = np.meshgrid(np.linspace(-1, 1, 5), np.linspace(0, 1, 3), indexing="xy")
z = np.hypot(x, y)
print(z.round(2), np.unravel_index(z.argmax(), z.shape), np.gradient(z, axis=1).shape)
@np.vectorize
def sgn(v):
    return "neg" if v < 0 else "zero" if v == 0 else "pos"
print(sgn(np.array([-1, 0, 2])), np.vectorize(lambda a, b: a + b, otypes=[float])([1, 2], 3), np.piecewise(np.array([-1., 2.]), [np.array([True, False])], [lambda t: -t, 0]), np.select([x > 0.5, x < -0.5], [1, -1], default=0)[0], np.where(y > 0, x, 0).sum(), np.ogrid[0:2, 0:2][0].shape, np.mgrid[0:1:3j])
