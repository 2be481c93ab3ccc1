# and a module's -- violation
# with: guard attributes rule=attribute.dunder
import functools
import json

class Sink:
    pass

sink = functools.update_wrapper(Sink(), json)
print("ESCAPED", sink.codecs)
