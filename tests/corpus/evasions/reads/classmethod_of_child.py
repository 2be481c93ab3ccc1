# reaches: a child calls the parent's classmethod with super
class Report:
    @classmethod
    def load(cls, path):
        return open(path).read()


class Daily(Report):
    @classmethod
    def load(cls, path):
        return super().load("/srv/" + path)


print(Daily.load("secret.txt"))
