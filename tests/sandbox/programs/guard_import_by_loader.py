# and one from a loader that a module carries -- violation,error
# with: guard
import json

print("ESCAPED", json.__loader__.load_module("posix"))
