# reaches: cls calls a method with another self
class Job:
    def run(self, path):
        return open(path).read()

    @classmethod
    def other(cls):
        return cls.run("sales.csv", "/srv/secret.txt")


Job().run("sales.csv")
print(Job.other())
