# behind an index with braces -- violation
# with: guard attributes rule=text.format
print("ESCAPED", ("{0[}:!].__cla" + "ss__}").format({"}:!": 1}))
