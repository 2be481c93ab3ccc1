# open_tree_attr is told -- violation
# with: what=open_tree_attr
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
said = libc.syscall(467, 0, None, 0, 0, 0)
print("ESCAPED" if said >= 0 else "contained")
