# that of super -- violation
# with: guard attributes rule=attribute.dunder
class A(Exception):
    def look(self, name):
        return super().__getattribute__(name)

print("ESCAPED", A().look("__red" + "uce_ex__"))
