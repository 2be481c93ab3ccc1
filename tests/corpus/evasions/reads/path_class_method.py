# reaches: a classmethod gets the path from outside
from pathlib import Path


class Report:
    @classmethod
    def read(cls, path):
        return Path(path).read_text()


maker = Report.read
print(maker("/srv/secret.txt"))
