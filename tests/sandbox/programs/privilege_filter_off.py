# the filters can not be taken off -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
tried = [libc.prctl(22, 0, 0, 0, 0), libc.prctl(38, 0, 0, 0, 0), libc.prctl(4, 0, 0, 0, 0), libc.prctl(8, 1, 0, 0, 0)]
if any(t == 0 for t in tried):
    print("ESCAPED", tried)
print("contained" if libc.prctl(39, 0, 0, 0, 0) == 1 else "ESCAPED")
