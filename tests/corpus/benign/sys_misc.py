import sys, platform, math
print(sys.version_info >= (3, 8), sys.maxsize > 2**32, sys.getsizeof([]) > 0, sys.byteorder, platform.python_version().count("."))
sys.setrecursionlimit(5000)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
print(depth(2000), sys.float_info.epsilon, math.isclose(0.1 + 0.2, 0.3))
print("error text", file=sys.stderr, flush=True)
sys.stdout.flush()
args = sys.argv[1:]
print(args or "no args")
