# reaches: the path takes a default's place over the class
class Job:
    def run(self, path, mode="r"):
        return open(path).read()


Job().run("sales.csv")
print(type(Job()).run("sales.csv", "/srv/secret.txt"))
