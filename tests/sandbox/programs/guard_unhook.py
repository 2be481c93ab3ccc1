# hooks for profiling and tracing can not be set -- violation
# with: guard
import random

sys = random._os.sys
sys.setprofile(lambda *a: None)
sys.settrace(lambda *a: None)
print("ESCAPED")
