# harmless: a class with __enter__ and __exit__ of the program's own
class Section:
    def __init__(self, title):
        self.title = title
    def __enter__(self):
        print("begin", self.title)
        return self
    def __exit__(self, *exc):
        print("end", self.title)
        return False
with Section("totals"):
    print(12)
