# a method of a library that asks for any name -- violation
# with: guard attributes modules=tempfile rule=attribute.dunder
import tempfile

wrapper = tempfile._TemporaryFileWrapper(lambda: 0, "x", delete=False)
print("ESCAPED", tempfile._TemporaryFileWrapper.__getattr__(wrapper, "__glob" + "als__"))
