# so is one that is loaded already -- violation
# with: guard
import sys

print("ESCAPED", sys.modules)
