# reaches: a property returns the path
class Source:
    base = "/srv"

    @property
    def path(self):
        return f"{self.base}/secret.txt"


print(open(Source().path).read())
