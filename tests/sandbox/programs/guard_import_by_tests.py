# nor does the loader of tests -- violation
# with: guard modules=unittest rule=import.denied line=6
import unittest

try:
    unittest.defaultTestLoader.loadTestsFromName("glob.glob")
except Exception:
    pass
print("ESCAPED")
