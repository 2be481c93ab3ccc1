# a library's class whose own attribute is a name -- violation
# with: guard attributes modules=contextlib rule=attribute.denied
import contextlib


class Redirect(contextlib.redirect_stdout):
    _stream = "modu" + "les"


with Redirect({}) as nothing:
    pass
print("ESCAPED")
