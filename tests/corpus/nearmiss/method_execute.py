# harmless: a class of the program's own has a method named execute
class Order:
    def __init__(self, amount):
        self.amount, self.state = amount, "new"
    def execute(self):
        self.state = "executed"
        return self
print(Order(5).execute().state)
