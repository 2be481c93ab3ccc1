# reaches: __class__ gives the class whose method is called
class Job:
    def run(self, path):
        return open(path).read()

    def other(self):
        return self.__class__.run("sales.csv", "/srv/secret.txt")


Job().run("sales.csv")
print(Job().other())
