# a module that a module holds -- violation
# with: guard attributes rule=attribute.denied
import json

print("ESCAPED", getattr(json, "cod" + "ecs"))
