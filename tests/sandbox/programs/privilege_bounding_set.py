# the bounding set of capabilities is empty -- ok
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
left = [i for i in range(64) if libc.prctl(23, i, 0, 0, 0) > 0]  # PR_CAPBSET_READ
print(f"ESCAPED {left}" if left or libc.prctl(23, 0, 0, 0, 0) != 0 else "contained")
