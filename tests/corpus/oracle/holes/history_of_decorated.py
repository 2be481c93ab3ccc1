# reaches: a file by a changed name, a decorator appends to a field
def noted(function):
    def wrapper(self, *arguments):
        self.history.append("/srv/secret.txt")
        return function(self, *arguments)
    return wrapper


class Job:
    def __init__(self):
        self.history = ["sales.csv"]

    @noted
    def fetch(self, name):
        return name


job = Job()
job.fetch("sales.csv")
for name in job.history:
    print(open(name).read())
