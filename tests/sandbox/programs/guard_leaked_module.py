# a module that another leaks can not act -- violation
# with: guard
import statistics

os = statistics.sys.modules["os"] if "os" in statistics.sys.modules else statistics.random._os
os.listdir("/")
print("ESCAPED")
