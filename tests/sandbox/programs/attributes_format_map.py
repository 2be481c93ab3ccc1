# a template over a dictionary -- violation
# with: guard attributes rule=text.format
print("ESCAPED", ("{a.__cla" + "ss__}").format_map({"a": 1}))
