# the method as a function -- violation
# with: guard attributes rule=text.format
print("ESCAPED", list(map(str.format, ["{.__cla" + "ss__}"], [1])))
