# a class with a method of a computed name -- violation
# with: guard attributes rule=attribute.dunder line=6
def act(self, *a):
    return 1

T = type("T", (), {"__red" + "uce_ex__": act})
print("ESCAPED")
