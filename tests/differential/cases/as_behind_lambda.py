# tree-sitter hangs `as d` into the lambda.
with open as b, lambda x: b() as d:
    print(d)
