# the whole of a module -- violation
# with: guard attributes rule=attribute.dunder line=5
import json

print("ESCAPED", vars(json)["codecs"])
