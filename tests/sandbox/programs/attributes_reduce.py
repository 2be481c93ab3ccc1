# names in a row -- violation
# with: guard attributes rule=attribute.dunder
import functools

print("ESCAPED", functools.reduce(getattr, ["__class__", "__ba" + "se__"], 1))
