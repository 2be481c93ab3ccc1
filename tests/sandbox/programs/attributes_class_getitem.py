# a hook that classes have -- violation
# with: guard attributes rule=attribute.dunder
class A:
    def __class_getitem__(cls, name):
        return getattr(cls, name)

    def __set_name__(self, owner, name):
        print(name)

print("ESCAPED", A["__sub" + "classes__"])
