# a template out of data -- violation
# with: guard attributes rule=text.format
print("ESCAPED", ("{0.__cla" + "ss__.__mro__}").format(1))
