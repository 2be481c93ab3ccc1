# reaches: an enum's members are exported into the module's globals
import enum
class Tools(enum.Enum):
    work = enum.member(staticmethod(exec))
enum.global_enum(Tools)
work.value.__func__(open("steps.txt").read())
