# delattr -- violation
# with: guard attributes rule=attribute.store
import json

delattr(json, "__fi" + "le__")
print("ESCAPED")
