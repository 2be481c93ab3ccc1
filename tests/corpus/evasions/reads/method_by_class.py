# reaches: a method called over its class, with another self
class Job:
    def run(self, path="sales.csv"):
        return open(path).read()


Job().run("sales.csv")
print(Job.run("sales.csv", "/srv/secret.txt"))
