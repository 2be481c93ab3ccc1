# reaches: a data class's fields name what a pattern takes from a registered generator
import abc, dataclasses
@dataclasses.dataclass
class G(abc.ABC):
    gi_frame: object
def numbers():
    yield 1
n = numbers()
G.register(type(n))
match n:
    case G(frame):
        m = getattr(frame, 'f_builtins')
        print(m['__import__']('os').environ)
