# nor does it load bytecode that is not the library's -- violation
# with: guard modules=sys rule=capability.deserialise
import sys

names = None
for kind in object.__subclasses__():
    if kind.__name__ == "_LoaderBasics":
        names = kind.exec_module.__globals__

cached = "/usr/lib/python3.11/__pycache__/this.cpython-311.pyc"
real = names["FileLoader"].get_data


class Loader(names["SourceFileLoader"]):
    def get_data(self, path):
        with_head = real(self, "/usr/lib/python3.11/__pycache__/this.cpython-311.pyc")
        return with_head[:16] + b"\xe3" + with_head[17:-4] + b"EVIL"

    def get_filename(self, name=None):
        return "/usr/lib/python3.11/this.py"


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return names["_bootstrap"].ModuleSpec(name, Loader(name, "/usr/lib/python3.11/this.py"), origin="x")


sys.meta_path.insert(0, Finder)
__import__("json.evil")
print("ESCAPED")
