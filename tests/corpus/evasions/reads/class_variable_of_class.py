# reaches: a class variable is set from outside
class Job:
    path = "sales.csv"

    def run(self):
        return open(self.path).read()


Job.path = "/srv/secret.txt"
print(Job().run())
