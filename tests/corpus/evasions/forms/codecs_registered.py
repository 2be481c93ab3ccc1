# reaches: a codec whose decoder executes what it decodes
import codecs
codecs.register(lambda name: codecs.CodecInfo(lambda *a: (b"", 0), lambda t, e="": (str(exec(bytes(t))), 0), name=name) if name == "steps" else None)
open("steps.txt", "rb").read().decode("steps")
