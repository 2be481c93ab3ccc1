import numpy as np
img = np.zeros((8, 8), dtype=np.uint8); img[2:6, 2:6] = 255
def convolve(a, k):
    kh, kw = k.shape
    p = np.pad(a.astype(float), ((kh // 2,) * 2, (kw // 2,) * 2), mode="edge")
    win = np.lib.stride_tricks.sliding_window_view(p, k.shape)
    return np.einsum("ijkl,kl->ij", win, k)
sobel = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
gx, gy = convolve(img, sobel), convolve(img, sobel.T)
mag = np.hypot(gx, gy); print(mag.max().round(1), (mag > 500).sum(), np.rot90(img)[2, 2], np.flipud(img).sum(), img[::2, ::2].shape, np.dstack([img] * 3).shape, (img / 255).astype(np.float32).dtype)
for row in np.where(mag > 0, "#", "."):
    print("".join(row))
