# reaches: a file by a changed name, the union of sets that are spread
class Bag:
    def __init__(self):
        self.words = {"a": {"/srv/secret.txt"}}
        self.names = set().union(*self.words.values())


for name in Bag().names:
    print(open(name).read())
