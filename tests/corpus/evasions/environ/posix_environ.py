# reaches: the environment in the C module
import posix
print(posix.environ)
