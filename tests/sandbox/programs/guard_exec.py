# so is a program from text -- violation
# with: guard
exec("print(\"ESCAPED\")")
