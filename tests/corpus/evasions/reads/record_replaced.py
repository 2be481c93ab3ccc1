# reaches: dataclasses.replace gives a method another field
import dataclasses


@dataclasses.dataclass
class Config:
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


print(dataclasses.replace(Config(), path="/srv/secret.txt").read())
