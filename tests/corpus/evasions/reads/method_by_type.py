# reaches: type() gives the class whose method is called
class Job:
    def run(self, path):
        return open(path).read()


Job().run("sales.csv")
print(type(Job()).run("sales.csv", "/srv/secret.txt"))
