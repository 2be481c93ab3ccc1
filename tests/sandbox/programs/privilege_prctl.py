# the process's own switches that loosen a wall can not be turned -- violation
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

for option, value in ((4, 1), (8, 1), (36, 1), (24, 0), (28, 0x40), (35, 1), (26, 2), (57, 1), (62, 1),
                      (0x59616D61, -1), (1, 9), (22, 1), (47, 2), (53, 0)):
    # SET_DUMPABLE, SET_KEEPCAPS, SET_CHILD_SUBREAPER, CAPBSET_DROP, SET_SECUREBITS, SET_MM, SET_TSC,
    # SET_IO_FLUSHER, SCHED_CORE, SET_PTRACER, SET_PDEATHSIG, SET_SECCOMP, CAP_AMBIENT, SET_SPECULATION_CTRL
    if libc.prctl(option, value, 0, 0, 0) >= 0:
        print("ESCAPED", option)
print("contained")
