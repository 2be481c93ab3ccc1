# a subclass of str -- violation
# with: guard attributes rule=text.format
class T(str):
    def find(self, *a):
        return -1

print("ESCAPED", T("{0.__cla" + "ss__}").format(1))
