# a decorator's helper that copies attributes -- violation
# with: guard attributes rule=attribute.dunder
import functools

class Sink:
    def __setattr__(self, name, value):
        print("ESCAPED", value)

functools.update_wrapper(Sink(), lambda: 0, assigned=("__glob" + "als__",), updated=())
