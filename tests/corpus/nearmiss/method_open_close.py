# harmless: an account of the program's own is opened and closed
class Account:
    def __init__(self):
        self.log = []
    def open(self, amount):
        self.log.append(("open", amount))
    def close(self):
        self.log.append(("close", 0))
        return self.log
a = Account()
a.open(10)
print(a.close())
