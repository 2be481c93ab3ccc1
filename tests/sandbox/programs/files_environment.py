# no variable of the host is inherited -- ok
import os

known = {"HOME", "TMPDIR", "PATH", "LANG", "LC_ALL", "TZ", "MPLBACKEND", "MPLCONFIGDIR", "OPENBLAS_NUM_THREADS",
         "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "MALLOC_ARENA_MAX"}
strange = set(os.environ) - known
if strange:
    print("ESCAPED", strange)
print("contained")
