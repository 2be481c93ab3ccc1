# reaches: a dataclass field holds the path
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Job:
    source: Path = Path("sales.csv")

    def run(self):
        print(self.source.read_text())


Job(Path("/srv/secret.txt")).run()
