# nor does a loader of its own under a library's name -- violation
# with: guard rule=capability.code
import random

names = None
for kind in object.__subclasses__():
    if kind.__name__ == "_LoaderBasics":
        names = kind.exec_module.__globals__


class Loader(names["SourceFileLoader"]):
    def get_data(self, path):
        return b"print('ESCAPED')"

    def get_filename(self, name=None):
        return "/usr/lib/python3.11/this.py"

    def cache_from_source(self, path):
        raise NotImplementedError


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return names["_bootstrap"].ModuleSpec(name, Loader(name, "/usr/lib/python3.11/this.py"), origin="x")


names["sys"].meta_path.insert(0, Finder)
__import__("json.evil")
