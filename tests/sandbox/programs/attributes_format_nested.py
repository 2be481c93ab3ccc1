# a template in a specification -- violation
# with: guard attributes rule=text.format
print("ESCAPED", ("{0:{1.__cla" + "ss__.__name__[0]}>4}").format(1, "x"))
