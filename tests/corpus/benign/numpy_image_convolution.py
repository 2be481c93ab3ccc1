import numpy as np

# A synthetic 12 x 12 picture with a bright square in it
image = np.zeros((12, 12))
image[3:9, 4:10] = 1.0


def convolve(img, kernel):
    k = kernel.shape[0] // 2
    padded = np.pad(img, k, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape)
    return np.einsum("ijkl,kl->ij", windows, kernel)


sobel_x = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], dtype=float)
gx = convolve(image, sobel_x)
gy = convolve(image, sobel_x.T)
edges = np.hypot(gx, gy)
blurred = convolve(image, np.ones((3, 3)) / 9)

for row in edges:
    print("".join(" .:*#"[min(4, int(v))] for v in row))
print("edge pixels:", int((edges > 1).sum()))
print("brightness kept by blurring:", bool(np.isclose(blurred.sum(), image.sum())))
